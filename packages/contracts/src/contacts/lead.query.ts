import { z } from 'zod';

import { isStorable, maybe, oneOf, text } from '../fields.ts';
import { pageQuery } from '../paging.ts';

/** Names by which leads may be sorted, as on the wire. Source: contract 30 section 2.2. */
export const leadSortFields = ['createdAt', 'updatedAt', 'fullname', 'email', 'lead_id'] as const;
export type LeadSortField = (typeof leadSortFields)[number];

const Status = oneOf(['50', '100', '1000', 'all']).transform((word) =>
  word === 'all' ? ('all' as const) : (Number(word) as 50 | 100 | 1000),
);
const Word = z.string().max(500).refine(isStorable, 'Must not contain U+0000 or lone surrogates');
const OnlyTrue = oneOf(['true', 'false']).transform((word) => word === 'true');

/** Filters of every list of leads; all are ANDed. */
export const leadFilters = {
  email: maybe(Word),
  lead_id: maybe(Word),
  full_text: maybe(text(200, 1)),
  with_email: maybe(OnlyTrue),
  with_fullname: maybe(OnlyTrue),
  tags: maybe(Word),
  status: maybe(Status),
};

export const ListLeadsQuery = z.object({
  ...pageQuery({ sortable: leadSortFields }),
  ...leadFilters,
  segment: maybe(Word),
});
export type ListLeadsQuery = z.output<typeof ListLeadsQuery>;
