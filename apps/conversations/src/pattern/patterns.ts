import { isValidIban, isValidLuhn } from './checksums.ts';
import { mapTexts } from './map-texts.ts';

/** What a project may have taken out of what visitors write, before it is stored. Source: contract 12 section 6. */
export type RedactPattern = 'card' | 'iban';

/** Of a card, and of an account: without blanks. */
const cardLength = { min: 13, max: 19 };
const ibanLength = { min: 15, max: 34 };

const finders: Record<RedactPattern, (text: string) => string> = {
  // Digits in groups, as they stand on the card. Cards begin with 2 to 6.
  card: (text) =>
    without(text, /(?<![a-z\d])[2-6](?=\d|[ -]\d)/gi, /\d/, { ...cardLength, isValid: isValidLuhn, name: 'card' }),
  iban: (text) =>
    without(text, /(?<![a-z\d])[a-z]{2}\d{2}(?= ?[a-z\d])/gi, /[a-z\d]/i, {
      ...{ ...ibanLength, isValid: isValidIban, name: 'iban' },
    }),
};

/** A value with `[redacted: card]` in the place of each card number, and likewise the others, wherever texts stand in it. */
export function withoutPatterns<T>(value: T, patterns: readonly RedactPattern[]): T {
  if (patterns.length === 0) return value;
  return mapTexts(value, (text) => patterns.reduce((left, pattern) => finders[pattern](left), text));
}

interface Wanted {
  min: number;
  max: number;
  isValid: (characters: string) => boolean;
  name: RedactPattern;
}

/**
 * The longest valid run from each place where one may begin; its characters may be divided by single blanks or hyphens. Takes time in
 * proportion to the text.
 */
function without(text: string, starts: RegExp, character: RegExp, { min, max, isValid, name }: Wanted): string {
  let result = '';
  let done = 0;
  for (const { index } of text.matchAll(starts)) {
    if (index < done) continue;
    const end = endOf(text, index, { character, min, max, isValid });
    if (end === undefined) continue;
    result += `${text.slice(done, index)}[redacted: ${name}]`;
    done = end;
  }
  return result + text.slice(done);
}

function endOf(
  text: string,
  from: number,
  { character, min, max, isValid }: Omit<Wanted, 'name'> & { character: RegExp },
): number | undefined {
  let characters = '';
  let found: number | undefined;
  for (let at = from; at < text.length && characters.length < max; at += 1) {
    const next = text[at] ?? '';
    if (!character.test(next)) {
      if ((next === ' ' || next === '-') && character.test(text[at + 1] ?? '')) continue;
      break;
    }
    characters += next;
    const isWhole = !/[a-z\d]/i.test(text[at + 1] ?? '');
    if (isWhole && characters.length >= min && isValid(characters)) found = at + 1;
  }
  return found;
}
