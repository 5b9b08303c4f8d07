import { z } from 'zod';

import { Direction, isStorable, maybe, numberWord, oneOf } from './fields.ts';

/** Longest page of any list; a larger `limit` is taken as this, and `perPage` tells. */
export const maxPerPage = 200;

const wholeNumber = (min: number) => numberWord({ integer: true, min });

/**
 * The query members every list takes, to be spread into its query schema: `page` (zero-based), `limit`, `cursor`, `sortField`
 * (alias `sort`) and `direction`. Parsed: `page` and `limit` are numbers with their defaults filled in, `limit` is at most 200;
 * a sort that was not asked for is absent. Source: contract 00 section 6.
 * @param options.sortable names of fields, as on the wire: the closed list
 * @param options.defaultLimit default 40; may be more than a caller can ask for
 */
export function pageQuery<const Field extends string>(options: {
  sortable: readonly [Field, ...Field[]];
  defaultLimit?: number;
}) {
  const { sortable, defaultLimit = 40 } = options;
  const SortField = oneOf(sortable);
  return {
    page: maybe(wholeNumber(0)).transform((page) => page ?? 0),
    limit: maybe(wholeNumber(1)).transform((limit) =>
      limit === undefined ? defaultLimit : Math.min(limit, maxPerPage),
    ),
    cursor: maybe(z.string().max(2_000).refine(isStorable, 'Must not contain U+0000 or lone surrogates')),
    sortField: maybe(SortField),
    sort: maybe(SortField),
    direction: maybe(Direction),
  };
}

/** What `pageQuery` parses to. */
export interface PageQuery<Field extends string = string> {
  /** Zero-based; means nothing beside a cursor. */
  page: number;
  limit: number;
  cursor?: string | undefined;
  sortField?: Field | undefined;
  sort?: Field | undefined;
  direction?: 1 | -1 | undefined;
}
