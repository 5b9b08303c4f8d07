import type { Bind } from '@parley/service-kit/database';

import type { Viewer } from '../access/visibility.ts';

/** A text search as fragments of a statement whose `$1` is the project. */
export interface TextSearch {
  /** Condition on `s`, the words of a request: it contains every word. */
  holds: string;
  /** SQL of the rank of `s`; higher is better. */
  score(): string;
}

/** Match all words in the index at once, or only the complete words and then check the last one (a prefix) row by row. */
export type SearchStrategy = 'all words' | 'whole words first';

/** The expression of the full-text index. */
const indexedSql = `(s.about || s.said)`;
const asQuery = (place: string): string => `to_tsquery('simple', ${place})`;
const maxWords = 20;

/** Lower case without accents, as in the index; empty if nothing is searchable. */
export function wordsOf(fullText: string): string[] {
  const plain = fullText.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxWords);
}

/** Requires all words, the last one as a prefix; no words match nothing. */
export function textSearch(words: readonly string[], viewer: Viewer, strategy: SearchStrategy, bind: Bind): TextSearch {
  // Only the team may find words of weight D.
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

/** Cost of reading a request, relative to one index entry. */
const readCostFactor = 10;

/** Asks the planner how many requests of project `$1` match `$2` and `$3`, for `chooseStrategy`. */
export const estimateSql = `explain (format json)
  select from request_search s where s.id_project = $1 and ${indexedSql} @@ ${asQuery('$2')}
  union all select from request_search s where s.id_project = $1 and ${indexedSql} @@ ${asQuery('$3')}`;

export interface EstimateRow {
  'QUERY PLAN': { Plan: { Plans?: { 'Plan Rows': number }[] } }[];
}

/** Parameters of `estimateSql`; `undefined` for a single word. */
export function estimateValues(words: readonly string[]): [whole: string, last: string] | undefined {
  const last = words.at(-1);
  // The planner estimates prefixes badly while it has few statistics, and common whole words well: ask for both.
  return words.length < 2 ? undefined : [words.slice(0, -1).join(' & '), `${last} | ${last}:*`];
}

/**
 * PostgreSQL reads every index entry that begins with a prefix. When far fewer requests match the whole words, find these first
 * and check them for the prefix.
 */
export function chooseStrategy(row: EstimateRow | undefined): SearchStrategy {
  const [whole, last] = row?.['QUERY PLAN'][0]?.Plan.Plans ?? [];
  if (!whole || !last) return 'all words';
  return whole['Plan Rows'] * readCostFactor < last['Plan Rows'] ? 'whole words first' : 'all words';
}
