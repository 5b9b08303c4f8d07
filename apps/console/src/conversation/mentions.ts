/** A teammate who can be mentioned. */
export interface Mentionable {
  id: string;
  name: string;
}

const most = 8;

/** The beginning of a name behind an `@`, from the caret backwards. Nothing where the `@` stands inside of a word, as in addresses. */
export function mentionAt(text: string, caret: number): { from: number; typed: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}.'-]*(?: [\p{L}\p{N}.'-]*)?)$/u.exec(text.slice(0, caret));
  const typed = found?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** People with a name, or a part of it, that begins with what was typed. */
export function matchingPeople(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = typed.toLocaleLowerCase();
  return people
    .filter(({ name }) => {
      const known = name.toLocaleLowerCase();
      return known.startsWith(wanted) || known.split(/\s+/).some((part) => part.startsWith(wanted));
    })
    .slice(0, most);
}

/** The text with the whole name in place of what was typed. @returns also where the caret stands then */
export function withMention(text: string, caret: number, from: number, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** Of the people who were picked, those whose name still stands in the text. */
export function stillMentioned(
  text: string,
  ids: readonly string[],
  nameOf: (id: string) => string | undefined,
): string[] {
  return ids.filter((id) => {
    const name = nameOf(id);
    return name !== undefined && text.includes(`@${name}`);
  });
}
