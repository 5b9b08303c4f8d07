import type { TextPattern } from '@parley/service-kit/patterns';

import { isValidIban, isValidLuhn } from './checksums.ts';
import { mapTexts } from './map-texts.ts';

/** Numbers that a checksum vouches for. */
type CheckedPattern = 'card' | 'iban';

/** What a project may have taken out of what visitors write, before it is stored. Source: contract 12 section 6. */
export type RedactPattern = CheckedPattern | { name: string; pattern: TextPattern };

/** Matches of a pattern of the project's own in one message; a text with more of them goes as a whole. */
const maxReplacements = 100;

/** Of a card, and of an account: without blanks. */
const cardLength = { min: 13, max: 19 };
const ibanLength = { min: 15, max: 34 };

const finders: Record<CheckedPattern, (text: string) => string> = {
  // Digits in groups, as they stand on the card. Cards begin with 2 to 6.
  card: (text) =>
    without(text, /(?<![a-z\d])[2-6](?=\d|[ -]\d)/gi, /\d/, { ...cardLength, isValid: isValidLuhn, name: 'card' }),
  iban: (text) =>
    without(text, /(?<![a-z\d])[a-z]{2}\d{2}(?= ?[a-z\d])/gi, /[a-z\d]/i, {
      ...{ ...ibanLength, isValid: isValidIban, name: 'iban' },
    }),
};

/** A value with `[redacted: card]` in the place of each card number, and likewise the others, wherever texts stand in it. */
export async function withoutPatterns<T>(value: T, patterns: readonly RedactPattern[]): Promise<T> {
  if (patterns.length === 0) return value;
  const changes = patterns.map(changeBy);
  const texts = new Map<string, string>();
  mapTexts(value, (text) => {
    texts.set(text, text);
    return text;
  });
  for (const text of texts.keys()) {
    for (const change of changes) texts.set(text, await change(texts.get(text) ?? text));
  }
  return mapTexts(value, (text) => texts.get(text) ?? text);
}

function changeBy(redacted: RedactPattern): (text: string) => string | Promise<string> {
  if (typeof redacted === 'string') return finders[redacted];
  const budget = { left: maxReplacements };
  return (text) => redacted.pattern.replaceIn(text, `[redacted: ${redacted.name}]`, budget);
}

interface Wanted {
  min: number;
  max: number;
  isValid: (characters: string) => boolean;
  name: CheckedPattern;
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
