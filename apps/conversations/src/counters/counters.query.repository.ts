import { type Actor, maxCounted, type RequestCountersView, RequestStatus } from '@parley/contracts';
import { Batcher, LRUCache } from '@parley/service-kit/concurrency';
import { binder, type Database, orQueryTimeout } from '@parley/service-kit/database';

import { principalOf } from '../access/actor.ts';
import { type VisibleList, viewerOf, visibleListSql } from '../access/visibility.ts';
import { readerOf, unreadSql } from '../read-position/reader.columns.ts';
import { mentionDays } from '../request-list/request-filter.ts';

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
  'mine' | 'mineUnread' | 'unassigned' | 'abandoned' | 'bot' | 'followed' | 'followedUnread' | 'mentioned',
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
    },
    departments: (row.departments ?? []).map(({ _id, open, unassigned }) => ({
      _id,
      open: capped(open),
      unassigned: capped(unassigned),
    })),
  };
}

/**
 * One pass over the open requests that the caller sees; read positions are looked up for the caller's own ones, one by
 * one ("lateral … limit"): a join on tables without statistics compared each request with each position.
 * @param principal placeholder of the caller as participant and reader
 * @param teammate placeholder of the caller as follower
 */
function countersSql({ given, parts }: VisibleList, principal: string, teammate: string): string {
  const count = (condition: string) => `(count(*) filter (where ${condition}))::int`;
  return `with ${given ? `${given}, ` : ''}open as materialized (
      select r.id, r.department_id, r.status, r.requester, r.participants @> array[${principal}::text] as mine,
        r.followers @> array[${teammate}::text] as followed, r.id in (
          select q.request from request_reader q where q.id_project = $1 and q.principal = ${principal}
            and q.mentioned_at > now() - interval '${mentionDays} days') as mentioned,
        r.has_bot and not exists (select from unnest(r.participants) one where one not like 'bot\\_%') as bots_alone
      from request r
      where r.id_project = $1 and r.status < 1000 and not r.preflight and not r.draft
        and (${parts.map(({ sql }) => sql).join(' or ')})),
    own as (
      select r.*, s.unread from open r cross join lateral (
        select ${unreadSql(principal)} > 0 as unread
        from request_head h ${readerOf(principal, '$1')} where h.id_project = $1 and h.id = r.id limit 1) s
      where r.mine or r.followed or r.mentioned)
    select now() as "asOf", a.*, o.*, (
        select json_agg(json_build_object('_id', d.department_id, 'open', d.open, 'unassigned', d.unassigned) order by d.department_id)
        from (select department_id, count(*)::int as open, ${count(`status = ${RequestStatus.unserved}`)} as unassigned
          from open where department_id is not null group by department_id) d) as departments
    from (select count(*)::int as "all", ${count(`status = ${RequestStatus.unserved}`)} as unassigned,
        ${count(`status = ${RequestStatus.abandoned}`)} as abandoned,
        ${count(`status = ${RequestStatus.served} and bots_alone`)} as bot from open) a,
      (select ${count('mine')} as mine, ${count('mine and unread')} as "mineUnread",
        ${count('followed')} as followed, ${count('followed and unread')} as "followedUnread",
        ${count('mentioned')} as mentioned, ${count('mentioned and unread')} as "mentionedUnread" from own) o`;
}
