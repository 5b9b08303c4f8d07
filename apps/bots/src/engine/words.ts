/** Matching ignores the rest of a text. Source: contract 60 section 7.2. */
const maxCharacters = 1_000;

/** Languages written without spaces; compared by character bigrams. */
const shingled = new Set(['zh', 'ja', 'th', 'km', 'lo', 'my']);

/**
 * Applies NFKC, folds case and removes accents. Accents are removed from Latin and Greek letters only: in Hindi or Thai such marks are
 * letters of their own.
 */
function folded(text: string): string {
  return (
    text
      .slice(0, maxCharacters)
      .normalize('NFKC')
      // Upper case first, which makes ß equal to SS.
      .toUpperCase()
      .toLowerCase()
      .normalize('NFD')
      .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}][\u0300-\u036f]*)[\u0300-\u036f]/gu, '')
      .normalize('NFC')
      .replaceAll('ё', 'е')
  );
}

/** Normalises a text for comparison with phrases; strips punctuation at both ends unless nothing else is left. */
export function normalised(text: string): string {
  const whole = folded(text).replace(/\s+/g, ' ').trim();
  const bare = whole.replace(/^[\p{P}\s]+/u, '').replace(/(?<![\p{P}\s])[\p{P}\s]+$/u, '');
  return bare === '' ? whole : bare;
}

/** The distinct words of a text, not stemmed. */
export function wordsOf(text: string, language: string): string[] {
  const words = folded(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return [...new Set(isShingled(language) ? words.flatMap(shinglesOf) : words)];
}

/** Whether the language is split into bigrams, which have no stems. */
export function isShingled(language: string): boolean {
  return shingled.has(language);
}

function shinglesOf(word: string): string[] {
  const characters = [...word];
  if (characters.length === 1) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}
