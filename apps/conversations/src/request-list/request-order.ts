import type { ListRequestsQuery, PageQuery, RequestSortField } from '@parley/contracts';
import { type Page, pageOf, type SortColumn, type SortedList } from '@parley/service-kit/database';

/** `score` orders text searches and is not a public sort field. */
type Field = RequestSortField | 'score';

const columns: Record<RequestSortField, SortColumn> = {
  createdAt: { sql: 'r.created_at', type: 'timestamptz' },
  updatedAt: { sql: 'h.updated_at', type: 'timestamptz' },
  assigned_at: { sql: 'r.assigned_at', type: 'timestamptz', nullable: true },
  closed_at: { sql: 'r.closed_at', type: 'timestamptz', nullable: true },
  first_response_at: { sql: 'r.first_response_at', type: 'timestamptz', nullable: true },
  waiting_time: { sql: 'r.waiting_time', type: 'bigint', nullable: true },
  duration: { sql: 'r.duration', type: 'bigint', nullable: true },
  rating: { sql: 'r.rating', type: 'double precision', nullable: true },
  priority: {
    sql: `(case r.priority when 'low' then 1 when 'normal' then 2 when 'medium' then 2 when 'urgent' then 4 else 3 end)`,
    type: 'integer',
  },
  status: { sql: 'r.status', type: 'integer' },
  ticket_id: { sql: 'r.ticket_id', type: 'bigint' },
};

/**
 * Pages of `request r` with `request_head h`.
 * @param isScored rows come from `f` with a score, and are ordered by it
 * @throws cursor_invalid
 */
export function requestPage(query: ListRequestsQuery, isScored = false): Page {
  const list: SortedList<Field> = {
    name: 'requests',
    // A cursor may name `score` in a list that is not scored.
    columns: { ...columns, score: { sql: isScored ? 'f.score' : '0', type: 'double precision' } },
    id: isScored ? 'f.id' : 'r.id',
    defaultField: 'createdAt',
  };
  const asked: PageQuery<Field> = isScored ? { ...query, sortField: 'score', direction: -1 } : query;
  return pageOf(list, asked);
}
