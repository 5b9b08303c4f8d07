/** Languages that stand side by side: those in which all texts of Parley are shipped for people and visitors alike. */
export const labelLanguages = ['EN', 'IT', 'FR', 'DE', 'ES', 'PT'] as const;
export type LabelLanguage = (typeof labelLanguages)[number];

export type LabelText = string | string[];
/** Texts by key, by language in upper case. */
export type LabelTexts = Readonly<Record<string, Readonly<Record<string, LabelText>>>>;

/** What was typed, by language and key; undefined: the shipped text again. */
export type LabelEdits = Readonly<Record<string, Readonly<Record<string, string | undefined>>>>;

/** The project's own text, where it has one that differs from the shipped one. */
export function ownText(own: LabelTexts, shipped: LabelTexts, language: string, key: string): LabelText | undefined {
  const text = own[language]?.[key];
  return text === undefined || shownText(text) === shownText(shipped[language]?.[key] ?? '') ? undefined : text;
}

/** A text as it is edited; days of the week stand in one line. */
export function shownText(text: LabelText): string {
  return Array.isArray(text) ? text.join(', ') : text;
}

/** Edits with one more; one that changes nothing is dropped. */
export function withEdit(
  edits: LabelEdits,
  present: { own: LabelTexts; shipped: LabelTexts },
  { language, key, text }: { language: string; key: string; text: string },
): LabelEdits {
  const { [key]: _, ...others } = edits[language] ?? {};
  const shipped = shownText(present.shipped[language]?.[key] ?? '');
  const stored = ownText(present.own, present.shipped, language, key);
  const isStored = text === shownText(stored ?? shipped);
  if (isStored) return { ...edits, [language]: others };
  return { ...edits, [language]: { ...others, [key]: text === shipped ? undefined : text } };
}

/** One text of a language. */
export interface LabelPlace {
  language: string;
  key: string;
}

/** Edited texts that another person has changed since, to something else. */
export function overtakenTexts(
  before: { own: LabelTexts; shipped: LabelTexts },
  now: { own: LabelTexts },
  edits: LabelEdits,
): LabelPlace[] {
  const { shipped } = before;
  const textIn = (own: LabelTexts, { language, key }: LabelPlace) =>
    shownText(ownText(own, shipped, language, key) ?? shipped[language]?.[key] ?? '');
  return Object.entries(edits)
    .flatMap(([language, texts]) => Object.keys(texts).map((key) => ({ language, key })))
    .filter((place) => {
      const stored = textIn(now.own, place);
      return stored !== textIn(before.own, place) && stored !== editedText(shipped, edits, place);
    });
}

/** What an edit makes of a text. */
export function editedText(shipped: LabelTexts, edits: LabelEdits, { language, key }: LabelPlace): string {
  return edits[language]?.[key] ?? shownText(shipped[language]?.[key] ?? '');
}

/** Edits without those of some texts. */
export function withoutEdits(edits: LabelEdits, places: readonly LabelPlace[]): LabelEdits {
  const isDropped = (language: string, key: string) =>
    places.some((place) => place.language === language && place.key === key);
  return Object.fromEntries(
    Object.entries(edits).map(([language, texts]) => [
      language,
      Object.fromEntries(Object.entries(texts).filter(([key]) => !isDropped(language, key))),
    ]),
  );
}

/** Whether anything waits to be stored. */
export function hasEdits(edits: LabelEdits): boolean {
  return Object.values(edits).some((texts) => Object.keys(texts).length > 0);
}

/** All own texts of a language after its edits: what the API stores in place of the former ones. */
export function editedTexts(
  own: Readonly<Record<string, LabelText>>,
  shipped: Readonly<Record<string, LabelText>>,
  edits: Readonly<Record<string, string | undefined>>,
): Record<string, LabelText> {
  const texts = new Map(Object.entries(own));
  for (const [key, text] of Object.entries(edits)) {
    if (text === undefined) texts.delete(key);
    else texts.set(key, Array.isArray(shipped[key]) ? text.split(',').map((one) => one.trim()) : text);
  }
  return Object.fromEntries(texts);
}

/**
 * Languages to write, in this order. With its first labels a project offers these alone, and all others get the default, which is
 * the first: so the other shipped ones are written too, without texts of their own.
 */
export function languagesToWrite(own: LabelTexts, shipped: LabelTexts, edits: LabelEdits): string[] {
  const edited = Object.keys(edits).filter((language) => Object.keys(edits[language] ?? {}).length > 0);
  if (Object.keys(own).length > 0 || edited.length === 0) return edited;
  return [...new Set(['EN', ...edited, ...Object.keys(shipped)])];
}

/** Keys that a search finds, by their name or by any of their texts. */
export function foundKeys(
  keys: readonly string[],
  search: string,
  textsOf: (key: string) => readonly string[],
): string[] {
  const words = search.trim().toLocaleLowerCase();
  if (words === '') return [...keys];
  return keys.filter((key) => [key, ...textsOf(key)].some((text) => text.toLocaleLowerCase().includes(words)));
}
