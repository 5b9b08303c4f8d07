import { type AskedWord, isAsked, type Lexeme } from './asked-words.ts';
import { fold, type Token, tokensOf } from './words.ts';

/** Where a word of a query stands in a text, in UTF-16 code units. */
export interface FoundWord {
  word: AskedWord;
  from: number;
  to: number;
}

/** Every place of the words in a text, in order; of those that overlap the first and longest. */
export function findWords(text: string, asked: readonly AskedWord[]): FoundWord[] {
  const { folded, from, to } = foldedWithPlaces(text);
  const tokens = askedTokens(asked)(folded);
  const found = asked.flatMap((word) => placesOf(word, tokens).map((place) => ({ word, ...place })));
  const ordered = found.toSorted((one, other) => one.from - other.from || other.to - one.to);
  let end = 0;
  return ordered.flatMap(({ word, ...place }) => {
    if (place.from < end) return [];
    end = place.to;
    return [{ word, from: from[place.from] ?? 0, to: to[place.to - 1] ?? text.length }];
  });
}

interface Place {
  from: number;
  to: number;
}

function placesOf({ alternatives, isRun }: AskedWord, tokens: readonly Token[]): Place[] {
  if (isRun) return alternatives.flatMap((pairs) => runsOf(pairs, tokens));
  return alternatives
    .flat()
    .flatMap((lexeme) =>
      tokens
        .filter((token) => isAsked(lexeme, token.text))
        .map(({ from, to, kind }) => ({ from, to: kind === 'phone' ? to : from + lexeme.text.length })),
    );
}

/** Where these pairs follow each other. */
function runsOf(pairs: readonly Lexeme[], tokens: readonly Token[]): Place[] {
  return tokens.flatMap((first, start) => {
    const isHere = pairs.every((pair, nth) => {
      const token = tokens[start + nth];
      return (
        token !== undefined &&
        isAsked(pair, token.text) &&
        (nth === 0 || token.from < (tokens[start + nth - 1]?.to ?? 0))
      );
    });
    const [last] = pairs.slice(-1);
    const end = tokens[start + pairs.length - 1];
    return isHere && last && end ? [{ from: first.from, to: end.from + last.text.length }] : [];
  });
}

/** A folded text, and where each of its code units comes from. */
function foldedWithPlaces(text: string): { folded: string; from: number[]; to: number[] } {
  const from: number[] = [];
  const to: number[] = [];
  let folded = '';
  for (const { 0: cluster, index } of text.matchAll(clusters)) {
    const units = cluster.length === 1 && cluster < '\u0080' ? cluster.toLowerCase() : fold(cluster);
    const end = index + cluster.length;
    // What is removed belongs to the character before it.
    if (units === '' && to.length > 0) to[to.length - 1] = end;
    for (let unit = 0; unit < units.length; unit++) {
      from.push(index);
      to.push(end);
    }
    folded += units;
  }
  return { folded, from, to };
}

/** What is composed into one character: a syllable of Hangul, or a character with its marks. */
const clusters = /[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?|.[\p{M}\uFF9E\uFF9F]*/gsu;

/** A text and the weight of its words. */
export interface Weighed {
  text: string;
  weight: string;
}

/** Of each word more places do not change its rank by much. */
const maxPlaces = 20;

/** The part of the texts' `tsvector` that a query asks for. */
export function askedVector(texts: readonly Weighed[], asked: readonly AskedWord[]): string {
  const tokensIn = askedTokens(asked);
  const places = new Map<string, string[]>();
  let position = 0;
  for (const { text, weight } of texts) {
    for (const { text: word } of tokensIn(fold(text))) {
      position += 1;
      const known = places.get(word) ?? [];
      if (known.length < maxPlaces) places.set(word, [...known, `${position}${weight}`]);
    }
  }
  return [...places].map(([word, at]) => `'${word}':${at.join(',')}`).join(' ');
}

/** Tests whether a text has at least one of the words asked for; a cheap check before `findWords`. */
export function hasAnyOf(asked: readonly AskedWord[]): (text: string) => boolean {
  const tokensIn = askedTokens(asked);
  return (text) => tokensIn(fold(text)).length > 0;
}

/** Finds the tokens of folded texts that are asked for. Most texts have none, and need not be split for that. */
function askedTokens(asked: readonly AskedWord[]): (folded: string) => Token[] {
  const lexemes = asked.flatMap(({ alternatives }) => alternatives.flat());
  const exact = new Set(lexemes.filter(({ isPrefix }) => !isPrefix).map(({ text }) => text));
  const prefixes = lexemes.filter(({ isPrefix }) => isPrefix).map(({ text }) => text);
  // Digits may stand apart.
  const [numbers, texts] = [true, false].map((isNumber) =>
    lexemes.filter(({ text }) => isNumber === /^\d+$/.test(text)).map(({ text }) => text),
  );
  return (folded) => {
    const mayHave = texts?.some((text) => folded.includes(text)) || (numbers?.length && /\d/.test(folded));
    if (!mayHave) return [];
    return tokensOf(folded).filter(({ text }) => exact.has(text) || prefixes.some((prefix) => text.startsWith(prefix)));
  };
}
