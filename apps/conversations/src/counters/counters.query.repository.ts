import { type Actor, maxCounted, type RequestCountersView, RequestStatus } from '@parley/contracts';
import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
import { binder, type Database, orQueryTimeout } from '@parley/service-kit/database';

import { principalOf } from '../access/actor.ts';
import { hand, openFiguresSql } from '../access/open-figures.ts';
import { type VisibleList, viewerOf, visibleListSql } from '../access/visibility.ts';
import { mentionDays } from '../mention/mentions.ts';
import { readerOf, unreadSql } from '../read-position/reader.columns.ts';
import { hasAnyKey, keyOf, overdueSql } from '../request-state/open-keys.ts';

/** A caller beyond them may have two counts at a time. */
const maxBatchers = 1_000;

/** Counts open requests by view and department. A caller has one count at a time: calls during it share the next, which sees all that was committed before them. */
export class CounterQueries {
  readonly #db: Database;
  readonly #batchers = new LRUCache<string, Batcher<void, RequestCountersView>>({ max: maxBatchers });

  /** @param db a separate pool with a time limit, as a bulkhead */
  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws query_timeout */
  get(actor: Actor, projectId: string): Promise<RequestCountersView> {
    const caller = JSON.stringify([projectId, principalOf(actor), actor.teammateId, viewerOf(actor)]);
    return (this.#batchers.get(caller) ?? this.#addBatcher(caller, actor, projectId)).load();
  }

  #addBatcher(caller: string, actor: Actor, projectId: string): Batcher<void, RequestCountersView> {
    const batcher = new Batcher<void, RequestCountersView>(async (calls) => {
      const view = await orQueryTimeout(() => this.#count(actor, projectId));
      return calls.map(() => view);
    });
    this.#batchers.set(caller, batcher);
    return batcher;
  }

  async #count(actor: Actor, projectId: string): Promise<RequestCountersView> {
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const viewer = viewerOf(actor);
    const visible = visibleListSql(viewer, '$1', bind);
    const text = countersSql(visible, bind(principalOf(actor)), bind(actor.teammateId ?? ''));
    const [row] = await this.#db.query<Row>({ name: `count_views_${viewer.sees}`, text }, values);
    if (!row) throw new Error('The count returned no row');
    return viewOf(row);
  }
}

type Counts = Record<
  | 'mine'
  | 'mineUnread'
  | 'unassigned'
  | 'abandoned'
  | 'bot'
  | 'followed'
  | 'followedUnread'
  | 'mentioned'
  | 'snoozed'
  | 'overdue',
  number
> &
  Record<'mentionedUnread' | 'all', number>;

interface Row extends Counts {
  asOf: Date;
  departments: { _id: string; open: number; unassigned: number }[] | null;
}

function viewOf(row: Row): RequestCountersView {
  const capped = (count: number) => Math.min(count, maxCounted);
  const view = (open: number) => ({ open: capped(open) });
  const own = (open: number, unread: number) => ({ open: capped(open), unread: capped(unread) });
  return {
    as_of: row.asOf.toISOString(),
    views: {
      mine: own(row.mine, row.mineUnread),
      unassigned: view(row.unassigned),
      abandoned: view(row.abandoned),
      bot: view(row.bot),
      followed: own(row.followed, row.followedUnread),
      mentioned: own(row.mentioned, row.mentionedUnread),
      all: view(row.all),
      snoozed: view(row.snoozed),
      overdue: view(row.overdue),
    },
    departments: (row.departments ?? []).map(({ _id, open, unassigned }) => ({
      _id,
      open: capped(open),
      unassigned: capped(unassigned),
    })),
  };
}

/**
 * The figures of the views come from sums; what concerns the caller is looked up request by request. Read positions of these are
 * looked up one by one ("lateral … limit"): a join on tables without statistics compared each request with each position.
 * @param principal placeholder of the caller as participant and reader
 * @param teammate placeholder of the caller as follower
 */
function countersSql(visible: VisibleList, principal: string, teammate: string): string {
  const { given, parts } = visible;
  const open = 'r.id_project = $1 and r.status < 1000 and not r.preflight';
  const number = (condition: string) => `(count(*) filter (where ${condition}))::int`;
  const sum = (condition: string) => `coalesce(sum(f.open) filter (where ${condition}), 0)::int`;
  const seen = parts.map(({ sql }) => sql).join(' or ');
  /** Of what few requests have, and an index: counted one by one, no further than an answer says. */
  const counted = (condition: string) => `(select count(*)::int from (
    select from request r where ${open} and ${condition} and not r.draft and (${seen}) limit ${maxCounted}) c)`;
  const unassigned = sum(`f.status = ${RequestStatus.unserved}`);
  return `with ${given ? `${given}, ` : ''}mentioned as materialized (
      select q.request as id from request_reader q where q.id_project = $1 and q.principal = ${principal}
        and q.mentioned_at > now() - interval '${mentionDays} days'),
    concerned as materialized (
      select r.id from request r
        where ${open} and ${hasAnyKey([keyOf('participant', principal), keyOf('follower', teammate)])}
      union select id from mentioned),
    own as materialized (
      select s.*, c.id in (select id from mentioned) as mentioned from concerned c cross join lateral (
        select r.participants @> array[${principal}::text] as mine, r.followers @> array[${teammate}::text] as followed,
          ${unreadSql(principal)} > 0 as unread
        from request r join request_head h on h.id_project = $1 and h.id = r.id ${readerOf(principal, '$1')}
        where ${open} and r.id = c.id and not r.draft and (${seen}) limit 1) s),
    figures as materialized (
      select f.department_id, f.status, f.hand, sum(f.open)::int as open from ${openFiguresSql(visible)} group by 1, 2, 3)
    select now() as "asOf", a.*, o.*, ${counted('r.snooze is not null')} as snoozed,
      ${counted(overdueSql)} as overdue, (
        select json_agg(json_build_object('_id', d.department_id, 'open', d.open, 'unassigned', d.unassigned) order by d.department_id)
        from (select f.department_id, sum(f.open)::int as open, ${unassigned} as unassigned from figures f
          where f.department_id <> '' group by f.department_id having sum(f.open) > 0) d) as departments
    from (select coalesce(sum(f.open), 0)::int as "all", ${unassigned} as unassigned,
        ${sum(`f.status = ${RequestStatus.abandoned}`)} as abandoned,
        ${sum(`f.status = ${RequestStatus.served} and f.hand = ${hand.botsAlone}`)} as bot from figures f) a,
      (select ${number('mine')} as mine, ${number('mine and unread')} as "mineUnread",
        ${number('followed')} as followed, ${number('followed and unread')} as "followedUnread",
        ${number('mentioned')} as mentioned, ${number('mentioned and unread')} as "mentionedUnread" from own) o`;
}
