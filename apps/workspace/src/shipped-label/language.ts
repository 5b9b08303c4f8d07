/** What a language is looked up by, best first: `PT-BR`, then `PT`. @param language upper case */
export function languagesFor(language: string): string[] {
  const [first = language] = language.split(/[-_]/);
  return first === language ? [language] : [language, first];
}
