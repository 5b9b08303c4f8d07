import { LeadStatus, type ListLeadsQuery } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';

import { isIndexed, segmentSql } from '../segment/segment.sql.ts';
import type { Segment } from '../segment/segment.ts';

/** What a list of leads asks for, paging and order aside. */
export type LeadFilter = Pick<
  ListLeadsQuery,
  'email' | 'lead_id' | 'full_text' | 'with_email' | 'with_fullname' | 'tags'
> & {
  /** Default: normal ones; `living`: all that are not in the trash. */
  status?: ListLeadsQuery['status'] | 'living';
  /** **And** in this segment. */
  within?: Pick<Segment, 'match' | 'filters'>;
  /** Only this one: all that a token bound to a request reaches. */
  only?: string;
};

const wordsSql = 'lead_words(l.fullname, l.email, l.phone, l.company, l.lead_id)';

/** Conditions on `lead l` beside those on project and status, which stand outside of whatever a segment says. */
export function filterSql(filter: LeadFilter, bind: Bind): string[] {
  const { email, lead_id, full_text, tags, within, only } = filter;
  return [
    ...(only === undefined ? [] : [`l.id = ${bind(only)}`]),
    ...(email === undefined ? [] : [`lower(l.email) = lower(${bind(email)}::text)`]),
    ...(lead_id === undefined ? [] : [`l.lead_id = ${bind(lead_id)}`]),
    ...(full_text === undefined ? [] : [`${wordsSql} @@ word_beginnings(${bind(full_text)}::text)`]),
    ...(filter.with_email ? ['l.email is not null'] : []),
    ...(filter.with_fullname ? ['l.fullname is not null'] : []),
    ...(tags === undefined ? [] : [`l.tags @> array[${bind(tags)}::text]`]),
    // One without filters has everybody.
    ...(within && within.filters.length > 0 ? [segmentSql(within, bind)] : []),
  ];
}

/** Whether all leads of these statuses are meant: then they are counted already. */
export function isPlain(filter: LeadFilter): boolean {
  return filterSql(filter, () => '').length === 0;
}

/** Whether it takes long where there are many leads, since no index finds those that are meant. */
export function isSlow(filter: LeadFilter): boolean {
  const { email, lead_id, full_text, tags, only, within } = filter;
  const isFound = [email, lead_id, full_text, tags, only].some((asked) => asked !== undefined);
  return !(isFound || isPlain(filter) || (within !== undefined && isIndexed(within)));
}

/** The statuses that a list shows. */
export function statusesOf({ status = LeadStatus.normal }: LeadFilter): LeadStatus[] {
  if (status === 'all') return Object.values(LeadStatus);
  return status === 'living' ? [LeadStatus.temporary, LeadStatus.normal] : [status];
}
