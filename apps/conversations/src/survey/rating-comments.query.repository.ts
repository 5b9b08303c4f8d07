import type { Actor, PageQuery, RatingCommentView } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import { viewerOf, visibleSql } from '../access/visibility.ts';

type CommentQuery = PageQuery<'rated_at'> & {
  from?: string | undefined;
  to?: string | undefined;
  department_id?: string | undefined;
  channel?: string | undefined;
  participant?: string | undefined;
};

interface CommentRow {
  requestId: string;
  ticketId: string;
  rating: number;
  message: string;
  agents: string[];
  department: string | null;
  ratedAt: Date;
}

/** An index has this expression; of ratings from before an upgrade the closing is all that is known. */
const ratedAt = 'coalesce(r.rated_at, r.closed_at, r.created_at)';

const list: SortedList<'rated_at'> = {
  name: 'rating_comments',
  columns: { rated_at: { sql: ratedAt, type: 'timestamptz' } },
  id: 'r.id',
  defaultField: 'rated_at',
};

/** A list says no higher number. */
const maxCount = 10_000;
const usualMs = 30 * 86_400_000;

/** Reads comments of ratings. They are stored with their requests alone, and erased with them. */
export class RatingComments {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** On requests that the reader sees. @throws cursor_invalid */
  async list(
    actor: Actor,
    projectId: string,
    query: CommentQuery,
  ): Promise<{ comments: RatingCommentView[]; count: number; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const wanted = wantedSql(actor, query, bind);
    const counted = [...values];
    const rows = await this.#db.query<CommentRow & Placed>(
      `select r.request_id as "requestId", r.ticket_id::text as "ticketId", r.rating, r.rating_message as message,
         array(select p from unnest(r.participants) p where p not like 'bot\\_%') as agents, r.department_id as department,
         ${ratedAt} as "ratedAt", ${page.columns}
       from request r where ${wanted} and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const [all] = await this.#db.query<{ count: number }>(
      `select count(*)::int as count from (select from request r where ${wanted} limit ${maxCount}) counted`,
      counted,
    );
    const { rows: found, next } = page.cut(rows);
    return { comments: found.map(viewComment), count: all?.count ?? 0, ...(next && { next }) };
  }
}

function wantedSql(
  actor: Actor,
  { from, to, department_id, channel, participant }: CommentQuery,
  bind: ReturnType<typeof binder>,
): string {
  return [
    `r.id_project = $1 and r.rating_message <> '' and r.rating is not null and not r.preflight and not r.draft`,
    `${ratedAt} >= ${bind(from ?? new Date((to ? Date.parse(to) : Date.now()) - usualMs))}::timestamptz`,
    ...(to === undefined ? [] : [`${ratedAt} < ${bind(to)}::timestamptz`]),
    ...(department_id === undefined ? [] : [`r.department_id = ${bind(department_id)}`]),
    ...(channel === undefined ? [] : [`r.channel = ${bind(channel)}`]),
    ...(participant === undefined ? [] : [`r.participants @> array[${bind(participant)}::text]`]),
    visibleSql(viewerOf(actor), '$1', bind),
  ].join(' and ');
}

function viewComment(row: CommentRow): RatingCommentView {
  const { requestId, ticketId, rating, message, agents, department } = row;
  return {
    ...{ request_id: requestId, ticket_id: ticketId, rating, rating_message: message, agents, department },
    rated_at: row.ratedAt.toISOString(),
  };
}
