import type { ListRequestsQuery, PageQuery, RequestSortField } from '@parley/contracts';
import { type Page, pageOf, type SortColumn, type SortedList } from '@parley/service-kit/database';

import { sortColumns } from '../request-state/request.columns.ts';

/** `score` orders text searches and is not a public sort field. */
type Field = RequestSortField | 'score';

const columns: Record<RequestSortField, SortColumn> = {
  ...sortColumns,
  priority: {
    sql: `(case r.priority when 'low' then 1 when 'normal' then 2 when 'medium' then 2 when 'urgent' then 4 else 3 end)`,
    type: 'integer',
  },
  last_message_at: { sql: 'h.last_message_at', type: 'timestamptz' },
  due_at: { sql: 'h.due_at', type: 'timestamptz', nullable: true },
  snooze_until: { sql: `instant_of(r.snooze, 'until')`, type: 'timestamptz', nullable: true },
};

/**
 * Pages of `request r` with `request_head h`.
 * @param isScored rows come from `f` with a score, and are ordered by it
 * @throws cursor_invalid
 */
export function requestPage(query: ListRequestsQuery, isScored = false): Page {
  // Of the same table as the column, so that an index of both answers a page after a cursor.
  const id = isOfHead(query) ? 'h.id' : 'r.id';
  const list: SortedList<Field> = {
    name: 'requests',
    // A cursor may name `score` in a list that is not scored.
    columns: { ...columns, score: { sql: isScored ? 'f.score' : '0', type: 'double precision' } },
    id: isScored ? 'f.id' : id,
    defaultField: 'createdAt',
  };
  const asked: PageQuery<Field> = isScored ? { ...query, sortField: 'score', direction: -1 } : query;
  return pageOf(list, asked);
}

const isOfHead = ({ sortField, sort = 'createdAt' }: ListRequestsQuery): boolean =>
  columns[sortField ?? sort].sql.startsWith('h.');
