import type { Bind } from '@parley/service-kit/database';
import { type AskedWord, queryOf, wholeWords } from '@parley/service-kit/search';

import { endUserWeights } from '../access/request-words.ts';
import type { Viewer } from '../access/visibility.ts';
import type { Unindexed } from '../search/unindexed-words.ts';

/** A text search as fragments of a statement whose `$1` is the project. */
export interface TextSearch {
  /** Common table expressions; `matched` has each `request` with all of the words, and its `nth` for `score`. */
  given: string[];
  /** SQL of the rank of request `f.id` with its `f.nth`; higher is better. */
  score: string;
}

/** What is searched for. */
export interface SearchedText {
  fullText: string;
  asked: readonly AskedWord[];
  unindexed: Unindexed;
  strategy: SearchStrategy;
}

/** Match all words in the index at once, or only the complete words and then check the last one (a prefix) row by row. */
export type SearchStrategy = 'all words' | 'whole words first';

/** The expression of the full-text index. */
const indexedSql = `(s.about || s.said)`;
const inIndex = `request_words s where s.id_project = $1 and not s.pending`;

/** Requires all words; no words match nothing. */
export function textSearch(
  { fullText, asked, unindexed, strategy }: SearchedText,
  viewer: Viewer,
  bind: Bind,
): TextSearch {
  // Only the team may find words of weight D.
  const weights = viewer.sees === 'own' ? endUserWeights : '';
  const query = `${bind(queryOf(asked, weights))}::tsquery`;
  const holds = strategy === 'all words' ? `${indexedSql} @@ ${query}` : wordByWord(asked, weights, bind);
  const fresh = unindexed.words.length > 0 ? unindexedSearch(unindexed.words, query, bind) : undefined;
  const earlier = unindexed.isMoving ? earlierSearch(fullText, weights, bind) : undefined;
  const found = [
    `${inIndex} and ${holds}`,
    `request_words s where s.id_project = $1 and s.pending and ${indexedSql} @@ ${query}`,
    ...(earlier ? [earlier.matched] : []),
  ].map((rows) => `select s.request, null::bigint as nth from ${rows}${fresh ? ` and ${fresh.isOther}` : ''}`);

  const rank = `ts_rank(${fresh?.words ?? indexedSql}, ${query})::double precision`;
  const ranked = earlier
    ? `case when s.request is null and f.nth is null then ${earlier.score} else ${rank} end`
    : rank;
  return {
    given: [
      ...(fresh ? [fresh.given] : []),
      `matched as materialized (${[...(fresh ? [fresh.matched] : []), ...found].join(' union all ')})`,
    ],
    score: `(select ${ranked} from (select) x left join request_words s on s.id_project = $1 and s.request = f.id)`,
  };
}

/** Requests with words that are not indexed; `nth` says which of them one is. */
function unindexedSearch(words: Unindexed['words'], query: string, bind: Bind) {
  const [requests, abouts, saids] = (['request', 'about', 'said'] as const).map(
    (member) => `${bind(words.map((one) => one[member]))}::text[]`,
  );
  const current = (about: string, said: string) =>
    `(coalesce(${about}::tsvector, s.about, '') || coalesce(s.said, '') || coalesce(${said}::tsvector, ''))`;
  const nth = (member: string) => `(array(select ${member} from unindexed order by nth))[f.nth::int]`;
  return {
    given: `unindexed as materialized (
      select * from unnest(${requests}, ${abouts}, ${saids}) with ordinality n (request, about, said, nth))`,
    matched: `select n.request, n.nth from unindexed n
      left join lateral (select * from request_words w where w.id_project = $1 and w.request = n.request offset 0) s on true
      where ${current('n.about', 'n.said')} @@ ${query}`,
    /** Whether `s` is none of them. */
    isOther: 's.request <> all (array(select request from unindexed))',
    /** The words of `f.id`, with `s`. */
    words: current(nth('about'), nth('said')),
  };
}

/** The whole words by the index, the last one in what they have found. */
function wordByWord(asked: readonly AskedWord[], weights: string, bind: Bind): string {
  const [whole, last] = [asked.slice(0, -1), asked.slice(-1)].map(
    (words) => `${bind(queryOf(words, weights))}::tsquery`,
  );
  return `${indexedSql} @@ ${whole} and (s.about @@ ${last} or s.said @@ ${last})`;
}

const maxEarlierWords = 20;

/** Requests that only the tokeniser of the release before has indexed, by its own rules; the next release drops it. */
function earlierSearch(fullText: string, weights: string, bind: Bind): { matched: string; score: string } {
  const plain = fullText.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, maxEarlierWords);
  const lexemes = words.map((word, nth) => {
    const options = `${nth === words.length - 1 ? '*' : ''}${weights}`;
    return options ? `${word}:${options}` : word;
  });
  const query = `to_tsquery('simple', ${bind(lexemes.join(' & '))})`;
  return {
    matched: `request_search s where s.id_project = $1 and ${indexedSql} @@ ${query}
      and not exists (select from request_words w where w.id_project = $1 and w.request = s.request)`,
    score: `(select ts_rank(o.about || o.said, ${query})::double precision from request_search o
      where o.id_project = $1 and o.request = f.id)`,
  };
}

/** Cost of reading a request, relative to one index entry. */
const readCostFactor = 10;

/** Asks the planner how many requests of project `$1` match `$2` and `$3`, for `chooseStrategy`. */
export const estimateSql = `explain (format json)
  select from ${inIndex} and ${indexedSql} @@ $2::tsquery
  union all select from ${inIndex} and ${indexedSql} @@ $3::tsquery`;

export interface EstimateRow {
  'QUERY PLAN': { Plan: { Plans?: { 'Plan Rows': number }[] } }[];
}

/** Parameters of `estimateSql`; `undefined` where there is nothing to choose. */
export function estimateValues(asked: readonly AskedWord[]): [whole: string, last: string] | undefined {
  const last = asked.slice(-1);
  const isPrefix = last.some(({ alternatives }) => alternatives.flat().some((lexeme) => lexeme.isPrefix));
  // The planner estimates prefixes badly while it has few statistics, and common whole words well: ask for both.
  return asked.length < 2 || !isPrefix
    ? undefined
    : [queryOf(asked.slice(0, -1)), `${queryOf(wholeWords(last))} | ${queryOf(last)}`];
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
