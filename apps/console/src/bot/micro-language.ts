/** What visitors see of an answer. */
export interface Answer {
  text: string;
  media?: { kind: 'image' | 'frame'; src: string };
  buttons: AnswerButton[];
}

export interface AnswerButton {
  label: string;
  /** Sent instead of the label. */
  action?: string;
  /** Whether what is sent is shown to the visitor. */
  isEchoed: boolean;
  link?: string;
}

const maxButtons = 50;
const address = '(https?:\\/\\/\\S+)';
/** In the order in which they win. */
const mediaTags = [
  { kind: 'image', pattern: new RegExp(`^\\\\image:(?:\\d{1,5}-\\d{1,5}:)?${address}`, 'i') },
  ...(['tdImage', 'tdFrame', 'tdVideo'] as const).map((tag) => ({
    kind: tag === 'tdImage' ? ('image' as const) : ('frame' as const),
    pattern: new RegExp(`^${tag}(?:,w\\d{1,5})?(?:[ ,]h\\d{1,5})?:${address}`),
  })),
] as const;
const actionWords = [
  { word: ' tdActionShowEcho:', isEchoed: true },
  { word: ' tdAction:', isEchoed: false },
  { word: ' tdIntentNoEcho:', isEchoed: false },
  { word: ' tdIntent:', isEchoed: true },
];

/**
 * Reads the images, frames, videos and buttons of an answer, for its preview. The API reads them in the same way when the bot answers;
 * `console-bots.browser.test.ts` compares the two. Source: contract 21 section 7.2.
 */
export function readAnswer(source: string): Answer {
  const lines = source.split('\n');
  const media = cutMedia(lines);
  const buttons: AnswerButton[] = [];
  const rest = lines.filter((line) => {
    const button = buttons.length < maxButtons ? buttonOf(line) : undefined;
    if (button) buttons.push(button);
    return !button && !/^\\webhook(?::\S*)?[ \t\r]*$/.test(line);
  });
  return { text: rest.join('\n').trim(), ...(media && { media }), buttons };
}

/** The text with labels of the project in the place of their `${KEY}`. Those that are unknown stay. Source: contract 21 section 7.1. */
export function withLabels(text: string, labels: Readonly<Record<string, unknown>>): string {
  return text.replaceAll(/\$\{([\w.-]{1,100})\}/g, (whole, key: string) => {
    const label = Object.hasOwn(labels, key) ? labels[key] : undefined;
    return typeof label === 'string' ? label : whole;
  });
}

/** What the answer does beside what it says: the commands that stand in it as words. */
export function commandIn(text: string): 'close' | 'agent' | undefined {
  if (/(^|\s)\\close(?=\s|$)/.test(text)) return 'close';
  return /(^|\s)\\agent(?=\s|$)/.test(text) ? 'agent' : undefined;
}

/** The text without its commands. */
export function withoutCommands(text: string): string {
  return text.replaceAll(/(^|\s)\\(?:close|agent)(?=\s|$)/g, '$1').trim();
}

function cutMedia(lines: string[]): Answer['media'] {
  for (const { kind, pattern } of mediaTags)
    for (const [index, line] of lines.entries()) {
      const match = pattern.exec(line);
      const src = match?.[1];
      if (!match || !src || !URL.canParse(src)) continue;
      lines[index] = line.slice(match[0].length);
      return { kind, src };
    }
  return undefined;
}

function buttonOf(line: string): AnswerButton | undefined {
  const start = /^\*[ \t]+(?=\S)/.exec(line);
  if (!start) return undefined;
  const label = line.slice(start[0].length).trim();
  return actionButton(label) ?? linkButton(label) ?? { label, isEchoed: true };
}

function actionButton(label: string): AnswerButton | undefined {
  for (const { word, isEchoed } of actionWords) {
    const at = label.indexOf(word);
    const action = at < 0 ? '' : label.slice(at + word.length).trim();
    if (action !== '') return { label: label.slice(0, at).trim(), action, isEchoed };
  }
  return undefined;
}

function linkButton(label: string): AnswerButton | undefined {
  const space = Math.max(label.lastIndexOf(' '), label.lastIndexOf('\t'));
  const link = label.slice(space + 1);
  if (space < 0 || !/^https?:\/\/\S/i.test(link) || !URL.canParse(link)) return undefined;
  const before = label.slice(0, space).trimEnd();
  const name = /[<>]$/.test(before) ? before.slice(0, -1).trimEnd() : before;
  return name === '' ? undefined : { label: name, link, isEchoed: false };
}
