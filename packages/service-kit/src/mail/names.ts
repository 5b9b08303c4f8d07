const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name as mails show it: one line, without anything that a mail client would turn into a link. */
export function shownName(name: string): string {
  const wordJoiner = '\u2060';
  return name
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s<>]+/gu, ' ')
    .trim()
    .replace(/[.:/@\\](?=\S)/g, (mark) => mark + wordJoiner);
}

/**
 * Puts names into a sentence; every value is shown as a name. `{name}` in a value stays as it is. A name that runs from right
 * to left is isolated, so that it does not reorder the sentence.
 */
export function withNames(sentence: string, names: Record<string, string>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, key: string) => {
    const name = names[key];
    if (name === undefined) return placeholder;
    const shown = shownName(name);
    return rightToLeft.test(shown) ? `\u2068${shown}\u2069` : shown;
  });
}
