import { LeadStatus, type ListLeadsQuery } from '@parley/contracts';
import type { Bind } from '@parley/service-kit/database';
import { askedWords, queryOf } from '@parley/service-kit/search';

import { isIndexed, segmentSql } from '../segment/segment.sql.ts';
import type { Segment } from '../segment/segment.ts';

/** The filter of a list of leads, without paging and order. */
export type LeadFilter = Pick<
  ListLeadsQuery,
  'email' | 'lead_id' | 'full_text' | 'with_email' | 'with_fullname' | 'tags'
> & {
  /** Default: normal leads; `living`: all outside the trash. */
  status?: ListLeadsQuery['status'] | 'living';
  /** And in this segment. */
  within?: Pick<Segment, 'match' | 'filters'>;
  /** Only this lead: the one that a token bound to a request may access. */
  only?: string;
};

const wordsSql = 'lead_found_words(l.fullname, l.email, l.phone, l.company, l.lead_id)';

/** Conditions on `lead l`, apart from project and status, which no segment can override. */
export function filterSql(filter: LeadFilter, bind: Bind): string[] {
  const { email, lead_id, full_text, tags, within, only } = filter;
  return [
    ...(only === undefined ? [] : [`l.id = ${bind(only)}`]),
    ...(email === undefined ? [] : [`lower(l.email) = lower(${bind(email)}::text)`]),
    ...(lead_id === undefined ? [] : [`l.lead_id = ${bind(lead_id)}`]),
    ...(full_text === undefined ? [] : [`${wordsSql} @@ ${bind(queryOf(askedWords(full_text, 'all')))}::tsquery`]),
    ...(filter.with_email ? ['l.email is not null'] : []),
    ...(filter.with_fullname ? ['l.fullname is not null'] : []),
    ...(tags === undefined ? [] : [`l.tags @> array[${bind(tags)}::text]`]),
    // A segment without filters contains all leads.
    ...(within && within.filters.length > 0 ? [segmentSql(within, bind)] : []),
  ];
}

/** Whether the filter matches all leads of its statuses, whose counts are maintained. */
export function isPlain(filter: LeadFilter): boolean {
  return filterSql(filter, () => '').length === 0;
}

/** Whether no index supports the filter, so that it is slow in large projects. */
export function isSlow(filter: LeadFilter): boolean {
  const { email, lead_id, full_text, tags, only, within } = filter;
  const isFound = [email, lead_id, full_text, tags, only].some((asked) => asked !== undefined);
  return !(isFound || isPlain(filter) || (within !== undefined && isIndexed(within)));
}

/** The statuses that a filter includes. */
export function statusesOf({ status = LeadStatus.normal }: LeadFilter): LeadStatus[] {
  if (status === 'all') return Object.values(LeadStatus);
  return status === 'living' ? [LeadStatus.temporary, LeadStatus.normal] : [status];
}
