import { fold, type Token, tokensOf } from './words.ts';

/** A word of the index that is asked for. */
export interface Lexeme {
  text: string;
  /** Any word that begins with it. */
  isPrefix: boolean;
}

/** A word of a query: a text has it if it has all lexemes of one of the alternatives. */
export interface AskedWord {
  alternatives: Lexeme[][];
  /** The lexemes are pairs of characters that follow each other. */
  isRun: boolean;
}

const maxWords = 20;
/** Of a run of characters without spaces. */
const maxPairs = 20;

/**
 * The words of a query, all of which are wanted; none if it has nothing that can be found.
 * @param beginnings which of them may be the beginning of a word
 */
export function askedWords(query: string, beginnings: 'all' | 'last'): AskedWord[] {
  const tokens = tokensOf(fold(query));
  const phones = tokens.filter(({ kind }) => kind === 'phone');
  const groups: Token[][] = [];
  for (const token of tokens) {
    if (token.kind === 'phone') continue;
    const last = groups.at(-1)?.at(-1);
    if (last && isJoined(last, token, phones)) groups.at(-1)?.push(token);
    else groups.push([token]);
  }
  const asked = groups.slice(0, maxWords);
  return asked.map((group, nth) => {
    const isPrefix = beginnings === 'all' || nth === asked.length - 1;
    const numbers = phones.filter((phone) => group.some((token) => isWithin(token, phone)));
    return wordOf(group, numbers, isPrefix, beginnings);
  });
}

/** Pairs of one run, or the parts of one telephone number. */
function isJoined(last: Token, token: Token, phones: readonly Token[]): boolean {
  if (last.kind === 'pair' && token.kind === 'pair') return token.from < last.to;
  return phones.some((phone) => isWithin(last, phone) && isWithin(token, phone));
}

const isWithin = (token: Token, phone: Token): boolean => token.from >= phone.from && token.to <= phone.to;

function wordOf(
  group: readonly Token[],
  phones: readonly Token[],
  isPrefix: boolean,
  beginnings: 'all' | 'last',
): AskedWord {
  if (group[0]?.kind === 'pair') {
    // The last character by itself is in the pair before it.
    const pairs = group.length > 1 ? group.slice(0, -1).slice(0, maxPairs) : group;
    return {
      alternatives: [pairs.map(({ text }) => ({ text, isPrefix: group.length === 1 }))],
      isRun: true,
    };
  }
  const written = group.map(({ text }, nth) => ({
    text,
    isPrefix: isPrefix && (beginnings === 'all' || nth === group.length - 1),
  }));
  // The shortest is the number within its country, which all forms of it have.
  const number = phones.map(({ text }) => text).toSorted((one, other) => one.length - other.length)[0];
  const isWritten = number === undefined || (written.length === 1 && written[0]?.text === number);
  return { alternatives: isWritten ? [written] : [written, [{ text: number, isPrefix }]], isRun: false };
}

/**
 * A `tsquery` that finds texts with all of the words.
 * @param weights of the words that may be found; all of them if empty
 */
export function queryOf(words: readonly AskedWord[], weights = ''): string {
  return words.map(({ alternatives }) => `(${alternatives.map((one) => every(one, weights)).join(' | ')})`).join(' & ');
}

const every = (lexemes: readonly Lexeme[], weights: string): string =>
  lexemes.map(({ text, isPrefix }) => `'${text}'${options(`${isPrefix ? '*' : ''}${weights}`)}`).join(' & ');
const options = (marks: string): string => (marks === '' ? '' : `:${marks}`);

/** The same words, none of which may be a beginning. */
export function wholeWords(words: readonly AskedWord[]): AskedWord[] {
  return words.map((word) => ({
    ...word,
    alternatives: word.alternatives.map((one) => one.map(({ text }) => ({ text, isPrefix: false }))),
  }));
}

/** Whether a word of the index is one that is asked for. */
export const isAsked = ({ text, isPrefix }: Lexeme, word: string): boolean =>
  isPrefix ? word.startsWith(text) : word === text;
