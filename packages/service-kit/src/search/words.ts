import { classOf, countryCodes, emoji, marks, phoneSigns, separators, spellings, unspaced } from './characters.ts';

/** A word as the index has it, and where it stands in the folded text. */
export interface Token {
  text: string;
  from: number;
  to: number;
  /** `pair`: of characters of a script that does not separate words. `phone`: digits without blanks and signs. */
  kind: 'word' | 'pair' | 'emoji' | 'phone';
}

/** A text without case, accents and compatibility forms: what is compared. */
export function fold(text: string): string {
  if (isAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(removed, '')
    .toLowerCase()
    .replace(respelt, (letter) => spellings[letter as keyof typeof spellings])
    .normalize('NFC');
}

/** The words of a folded text in order, then its telephone numbers. The same as `words_of` in the database. */
export function tokensOf(folded: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: text, index: from, groups = {} } of folded.matchAll(runs)) {
    if (groups.pairs !== undefined) tokens.push(...pairsOf(text, from));
    else
      tokens.push({
        text: cut(text),
        from,
        to: from + text.length,
        kind: groups.emoji === undefined ? 'word' : 'emoji',
      });
  }
  for (const { 0: text, index: from, groups = {} } of folded.matchAll(phones)) {
    const number = { from, to: from + text.length, kind: 'phone' as const };
    for (const text of phoneWords(groups.sign ?? '', groups.number ?? '')) tokens.push({ text, ...number });
  }
  return tokens;
}

const isAscii = /^[\0-\x7F]*$/;
const removed = new RegExp(`[${classOf(marks)}]`, 'gu');
const respelt = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu');
const [space, pair, symbol] = [separators, unspaced, emoji].map(classOf);
const runs = new RegExp(`(?<pairs>[${pair}]+)|(?<emoji>[${symbol}])|[^${space}${pair}]+`, 'gu');
const phones = new RegExp(
  `(?<![0-9a-z])(?<sign>[(+]{0,2})(?<number>[0-9](?:[${classOf(phoneSigns)}]{0,3}[0-9]){6,})(?![0-9a-z])`,
  'gu',
);
const countryCode = new RegExp(`^(?:${countryCodes})`);

/** Of very long words the beginning is compared. */
const maxCharacters = 100;
const cut = (word: string): string => (word.length > maxCharacters ? [...word].slice(0, maxCharacters).join('') : word);

/** Neighbours, and the last character by itself: each single one is the beginning of a word of the index. */
function pairsOf(run: string, start: number): Token[] {
  let from = start;
  const characters = [...run];
  return characters.map((character, nth) => {
    const text = character + (characters[nth + 1] ?? '');
    const token: Token = { text, from, to: from + text.length, kind: 'pair' };
    from += character.length;
    return token;
  });
}

/** The number within its country and, where the country is said, with its code. */
function phoneWords(sign: string, number: string): string[] {
  const dialled = number.replace(/\D+/g, '');
  const isInternational = sign.includes('+') || dialled.startsWith('00');
  const digits = dialled.replace(/^00/, '');
  if (digits.length < 7 || digits.length > 15) return [];
  const words = isInternational ? [digits, digits.replace(countryCode, '')] : [digits];
  return words
    .map((word, nth) => (isInternational && nth === 0 ? word : word.replace(/^0+/, '')))
    .filter((word) => word.length >= 6);
}
