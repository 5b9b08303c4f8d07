/** The texts of one language by their keys; those that are no text (`ARRAY_DAYS`) are not in it. */
export type TextsByLabel = Readonly<Record<string, string>>;

const placeholder = /\$\{([A-Za-z0-9_.-]{1,100})\}/g;

/** Whether a text may hold labels, so that most texts need none. */
export function mentionsLabels(text: string): boolean {
  return text.includes('${');
}

/** Each `${KEY}` that the project's labels know, replaced in place; the others stay. Source: contract 21 section 7.1. */
export function labelled(text: string, texts: TextsByLabel): string {
  if (!mentionsLabels(text)) return text;
  return text.replace(placeholder, (whole, key: string) => (Object.hasOwn(texts, key) ? (texts[key] ?? whole) : whole));
}
