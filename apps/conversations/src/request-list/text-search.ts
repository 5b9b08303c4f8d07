import type { Bind } from '@parley/service-kit/database';

import type { Viewer } from '../access/visibility.ts';

/** A text search as parts of a statement whose `$1` is the project. */
export interface TextSearch {
  /** Condition on `s`, the words of a request: it holds every word. */
  holds: string;
  /** How well `s` matches; more is better. */
  score(): string;
}

/** How hits are looked up: by all words at once, or by those that are complete, among which the last one is then looked for. */
export type SearchStrategy = 'all words' | 'whole words first';

/** What the index of words is of. */
const indexedSql = `(s.about || s.said)`;
const asQuery = (place: string): string => `to_tsquery('simple', ${place})`;
const mostWords = 20;

/** Lower case without accents, as words are indexed; nothing searchable gives none. */
export function wordsOf(fullText: string): string[] {
  const plain = fullText.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, mostWords);
}

/** All words are wanted, the last one as a prefix; no words find nothing. */
export function textSearch(words: readonly string[], viewer: Viewer, strategy: SearchStrategy, bind: Bind): TextSearch {
  // Words of weight D only the team may find.
  const weights = viewer.sees === 'own' ? 'ABC' : '';
  const whole = words.slice(0, -1).map((word) => lexeme(word, weights));
  const last = words.slice(-1).map((word) => lexeme(word, `*${weights}`));
  const queryOf = (lexemes: readonly string[]) => asQuery(bind(lexemes.join(' & ')));
  const score = () => `ts_rank(${indexedSql}, ${queryOf([...whole, ...last])})::double precision`;
  if (strategy === 'all words') return { holds: `${indexedSql} @@ ${queryOf([...whole, ...last])}`, score };

  const ends = queryOf(last);
  return { holds: `${indexedSql} @@ ${queryOf(whole)} and (s.about @@ ${ends} or s.said @@ ${ends})`, score };
}

const lexeme = (word: string, options: string): string => (options ? `${word}:${options}` : word);

/** So many times longer takes a request that is read to be looked into than an entry of the index. */
const readCostFactor = 10;

/**
 * The statement by which the planner tells how many requests of project `$1` it expects to hold `$2` and `$3`, for `chooseStrategy`.
 */
export const estimateSql = `explain (format json)
  select from request_search s where s.id_project = $1 and ${indexedSql} @@ ${asQuery('$2')}
  union all select from request_search s where s.id_project = $1 and ${indexedSql} @@ ${asQuery('$3')}`;

export interface EstimateRow {
  'QUERY PLAN': { Plan: { Plans?: { 'Plan Rows': number }[] } }[];
}

/** Values of `estimateSql`, unless there is nothing to choose. */
export function estimateValues(words: readonly string[]): [whole: string, last: string] | undefined {
  const last = words.at(-1);
  // Of prefixes the planner knows little while it knows few words: a common word it knows by itself.
  return words.length < 2 ? undefined : [words.slice(0, -1).join(' & '), `${last} | ${last}:*`];
}

/**
 * A prefix makes PostgreSQL read every entry of all words that begin so, whatever else is searched for; where much fewer requests
 * hold the whole words, these are found first and looked into.
 */
export function chooseStrategy(row: EstimateRow | undefined): SearchStrategy {
  const [whole, last] = row?.['QUERY PLAN'][0]?.Plan.Plans ?? [];
  if (!whole || !last) return 'all words';
  return whole['Plan Rows'] * readCostFactor < last['Plan Rows'] ? 'whole words first' : 'all words';
}
