interface Response {
  _id: string;
  title?: string | undefined;
  text: string;
}

const most = 20;

/** Canned responses whose title or text holds what was typed, titles first, with their placeholders filled. */
export function matchingResponses(
  responses: readonly Response[],
  typed: string,
  values: Readonly<Record<string, string>>,
): Response[] {
  const wanted = typed.toLocaleLowerCase();
  const inTitle = responses.filter(({ title }) => (title ?? '').toLocaleLowerCase().includes(wanted));
  const inText = responses.filter(
    (response) => !inTitle.includes(response) && response.text.toLocaleLowerCase().includes(wanted),
  );
  return [...inTitle, ...inText]
    .slice(0, most)
    .map(({ _id, title, text }) => ({ _id, title, text: filled(text, values) }));
}

/** What is selected of a response that was taken: its first placeholder without a value, to be written over, else its end. */
export function selectionIn(text: string): [from: number, to: number] {
  const open = /\$\w+/.exec(text);
  return open ? [open.index, open.index + open[0].length] : [text.length, text.length];
}

/** What the placeholders stand for in a conversation. */
export function placeholderValues(recipient: string | undefined, agent: string | undefined): Record<string, string> {
  return { recipient_name: recipient ?? '', agent_name: agent ?? '' };
}

/** `$recipient_name` becomes the name; a placeholder without a value stays as it is, so that it is seen. */
function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\$(\w+)/g, (placeholder, name: string) => values[name] || placeholder);
}
