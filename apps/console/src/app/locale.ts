/**
 * The locale of numbers, dates and sorting: the first of the browser's that speaks the chosen language, such as `en-GB` for `en`, else the
 * language itself. Browsers on Linux may name what is no tag, such as `C` or `en-US@posix`; `Intl` throws for those.
 * @param language of the page
 * @param tags what the browser prefers, the most wanted first
 */
export function localeOf(language: string, tags = navigator.languages): string {
  return tags.find((tag) => isTag(tag) && new Intl.Locale(tag).language === language) ?? language;
}

/** What a language is called in itself, beginning with a capital letter; the tag, where it is none. */
export function nameOfLanguage(tag: string): string {
  if (!isTag(tag)) return tag;
  const name = new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

function isTag(text: string): boolean {
  try {
    return Boolean(new Intl.Locale(text));
  } catch {
    return false;
  }
}
