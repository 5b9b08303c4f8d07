import type { Bind } from '@parley/service-kit';

import type { Viewer } from './visibility.ts';

/** A text search as parts of a statement on `request r`. */
export interface TextSearch {
  /** To be joined; one row `s` for each request that holds every word. */
  join: string;
  /** How well it matches; more is better. */
  score: string;
}

const words = `(s.about || s.said)`;

/** Of request `r`, by what `search/` has indexed of it. */
export function textSearch(fullText: string, viewer: Viewer, bind: Bind): TextSearch {
  const query = `to_tsquery('simple', ${bind(searchExpression(fullText, viewer.sees === 'own'))})`;
  return {
    join: `join request_search s on s.id_project = $1 and s.request = r.id and ${words} @@ ${query}`,
    score: `ts_rank(${words}, ${query})::double precision`,
  };
}

const most = 20;

/**
 * The words of a search, all wanted, the last one as a prefix; nothing searchable is empty and finds nothing.
 * @param publicly leaves out words that only the team may find: those of weight D
 */
function searchExpression(fullText: string, publicly: boolean): string {
  const found =
    fullText
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const wanted = found.slice(0, most);
  const weights = publicly ? 'ABC' : '';
  return wanted
    .map((word, place) => [word, (place === wanted.length - 1 ? '*' : '') + weights].filter(Boolean).join(':'))
    .join(' & ');
}
