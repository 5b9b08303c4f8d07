/** Matching reads no more of a text. Source: contract 60 section 7.2. */
const maxCharacters = 1_000;

/** Written without blanks between words: compared by two characters at a time. */
const shingled = new Set(['zh', 'ja', 'th', 'km', 'lo', 'my']);

/**
 * Compatible forms made one, case folded, accents dropped. Only of letters that have one without: what looks like an accent is a letter
 * of its own in Hindi or Thai.
 */
function folded(text: string): string {
  return (
    text
      .slice(0, maxCharacters)
      .normalize('NFKC')
      // Upper case first: ß and SS are the same then.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFD')
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
      .normalize('NFC')
      .replaceAll('ё', 'е')
  );
}

/** A text as it is compared with phrases: punctuation at its ends counts only if there is nothing else. */
export function normalised(text: string): string {
  const whole = folded(text).replace(/\s+/g, ' ').trim();
  const bare = whole.replace(/^[\p{P}\s]+/u, '').replace(/(?<![\p{P}\s])[\p{P}\s]+$/u, '');
  return bare === '' ? whole : bare;
}

/** The different words of a text, before they are stemmed. */
export function wordsOf(text: string, language: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(isShingled(language) ? words.flatMap(shinglesOf) : words)];
}

/** Whether words of the language are parts that have no stem. */
export function isShingled(language: string): boolean {
  return shingled.has(language);
}

function shinglesOf(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
