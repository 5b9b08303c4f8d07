import { messageStatusChanged } from '@parley/contracts';
import { type Database, type Statement, sequenceOnceIdentified } from '@parley/service-kit';

import { messageColumns } from '../message/message.columns.ts';
import type { Message } from '../message/message.ts';
import type { Roster } from '../request/visibility.ts';
import type { Place } from './cursor.ts';
import { type FeedRow, type Found, noted, type PresentRequest } from './feed-row.ts';

/**
 * Ids begin with the second of their making, which comes before their number is drawn: by less than a call may last and
 * two clocks may differ. So a part of the ids holds all numbers from a place on.
 */
const idSlackMs = 60_000;
const idFrom = (timeMs: number): string =>
  Math.max(0, Math.floor((timeMs - idSlackMs) / 1_000))
    .toString(16)
    .padStart(8, '0');

const told = [
  'request.created',
  'request.updated',
  'request.deleted',
  'request.assigned',
  'request.unassigned',
  'request.closed',
  'message.created',
  'message.status_changed',
  'message.directed',
  'event.emitted',
];
const toldSql = told.map((type) => `'${type}'`).join(', ');

const presentSql = `r.id, r.request_id as "requestId", r.requester, r.participants, r.followers,
  r.department_id as "departmentId", r.status, r.snapshot->'agents' as agents`;

const rowsSql = (events: string, notes: string): string => `
  select o.id_project as "projectId", o.seq, o.created_at as at, o.type, o.event, o.partition_key as "partitionKey", ${presentSql}
  from (${events}) o left join request r on r.id_project = o.id_project and r.id = o.partition_key
  union all
  select f.id_project, f.seq, f.created_at, f.type, f.data::text, '', null, null, null, null, null, null, null, null
  from (${notes}) f
  order by seq`;

const drawn: Statement = {
  name: 'feed_drawn',
  text: 'select case when is_called then last_value else 0 end as seq from outbox_seq',
};

/** The newest of watched projects. What is new is found by its number, in whatever project, before anything else is looked at. */
const live: Statement = {
  name: 'feed_live',
  text: rowsSql(
    `with fresh as materialized (
      select o.id_project, o.seq, o.created_at, o.type, o.event, o.partition_key from outbox o
      where o.shard = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}') and o.seq > $1 and o.seq <= $2 and o.id >= $3)
      select * from fresh where id_project = any ($4) and type in (${toldSql})`,
    'select * from feed_change where id_project = any ($4) and seq > $1 and seq <= $2',
  ),
};

/** What follows a place in one project. */
const page: Statement = {
  name: 'feed_page',
  text: `select * from (${rowsSql(
    `select o.id_project, o.seq, o.created_at, o.type, o.event, o.partition_key from outbox o
      where o.id_project = $4 and o.id >= $3 and o.seq > $1 and o.seq <= $2 and o.type in (${toldSql})
      order by o.seq limit $5`,
    'select * from feed_change where id_project = $4 and seq > $1 and seq <= $2 order by seq limit $5',
  )}) rows order by seq limit $5`,
};

interface Row extends Omit<PresentRequest, 'id'> {
  projectId: string;
  seq: number;
  at: Date;
  type: string;
  event: string;
  partitionKey: string;
  id: string | null;
}

/** Reads the feed: the outbox of this service and what it notes beside, in the order of their numbers. */
export class FeedRepository {
  readonly #db: Database;
  readonly #rosters = new Map<string, { stamp: string; roster: Roster }>();

  constructor(db: Database) {
    this.#db = db;
  }

  /** The last number drawn, whether or not its row can be seen yet. */
  async drawn(): Promise<number> {
    const [row] = await this.#db.query<{ seq: number }>(drawn);
    return row?.seq ?? 0;
  }

  /** All of these projects after one place and up to a number. */
  async live(projects: readonly string[], from: Place, to: number): Promise<FeedRow[]> {
    const rows = await this.#db.query<Row>(live, [from.seq, to, idFrom(from.time), projects]);
    return rows.flatMap(readRow);
  }

  /** The next of one project. `read`: so many there were, those without a place in the feed included. */
  async page(projectId: string, from: Place, to: number, limit: number): Promise<{ rows: FeedRow[]; last?: Place }> {
    const rows = await this.#db.query<Row>(page, [from.seq, to, idFrom(from.time), projectId, limit]);
    const last = rows.length === limit ? rows.at(-1) : undefined;
    return { rows: rows.flatMap(readRow), ...(last && { last: { seq: last.seq, time: last.at.getTime() } }) };
  }

  /** Departments and groups as the copies know them now. */
  async roster(projectId: string): Promise<Roster> {
    const [now] = await this.#db.query<{ stamp: string }>(rosterStamp, [projectId]);
    const stamp = now?.stamp ?? '';
    const known = this.#rosters.get(projectId);
    if (known?.stamp === stamp) return known.roster;

    const [row] = await this.#db.query<Roster>(rosterOf, [projectId]);
    const roster = row ?? { departments: [], groups: [], ownChatsOnly: false };
    if (this.#rosters.size >= mostRosters) this.#rosters.clear();
    this.#rosters.set(projectId, { stamp, roster });
    return roster;
  }

  /** `roster` for changes that were read together: each project is asked for once, and after the changes. */
  rosters(): (projectId: string) => Promise<Roster> {
    const asked = new Map<string, Promise<Roster>>();
    return (projectId) => {
      const roster = asked.get(projectId) ?? this.roster(projectId);
      asked.set(projectId, roster);
      return roster;
    };
  }

  /** What a change names and does not carry. @param people whether anybody wants to know of teammates */
  async find(row: FeedRow, people: boolean): Promise<Found | undefined> {
    const { projectId, type, data, partitionKey } = row;
    switch (type) {
      case messageStatusChanged.type:
        return { messages: await this.#risen(projectId, partitionKey, data) };
      case noted.outOfSight:
        return {
          requests: await this.#db.query<PresentRequest>(openOf, [projectId, JSON.stringify(data.departments)]),
        };
      case noted.bot: {
        const [bot] = await this.#db.query<NonNullable<Found['bot']>>(botOf, [projectId, data.id]);
        return bot && { bot };
      }
      default: {
        const users = people ? usersOf(row) : [];
        return users.length === 0 ? undefined : { teammates: await this.teammates(projectId, users) };
      }
    }
  }

  /** By user id or teammate id, with how busy they are now. */
  async teammates(projectId: string, ids: readonly string[]): Promise<NonNullable<Found['teammates']>> {
    return this.#db.query(teammatesOf, [projectId, ids]);
  }

  async bot(projectId: string, id: string): Promise<NonNullable<Found['bot']> | undefined> {
    const [bot] = await this.#db.query<NonNullable<Found['bot']>>(botOf, [projectId, id]);
    return bot;
  }

  /** The newest of a request that these classes hold, oldest first. */
  async newestMessages(projectId: string, requestId: string, audiences: readonly string[] | null, most: number) {
    return this.#db.query<Message>(newest, [projectId, requestId, audiences, most]);
  }

  /** Notes a change of a copy, in the transaction that stores it. */
  async note(projectId: string, type: string, data: object): Promise<void> {
    await this.#db.query(note, [projectId, type, JSON.stringify(data)]);
  }

  /** Of departments and groups as they were before a copy was replaced. */
  async recordOf(table: 'copy_group' | 'copy_department', projectId: string, id: string) {
    const text = `select c.deleted, c.record from ${table} c where c.id_project = $1 and c.id = $2`;
    const [row] = await this.#db.query<{ deleted: boolean; record: Record<string, unknown> }>(
      { name: `record_of_${table}`, text },
      [projectId, id],
    );
    return row;
  }

  async forgetOld(hours: number): Promise<void> {
    await this.#db.query(`delete from feed_change where created_at < now() - $1 * interval '1 hour'`, [hours]);
  }

  /** Those whose status an event has raised, as they are now. One that has risen again since is told by its own event. */
  #risen(projectId: string, request: string, { message, upto, at }: FeedRow['data']): Promise<Message[]> {
    const seq = (message as { seq?: number } | undefined)?.seq ?? null;
    return this.#db.query<Message>(risen, [projectId, request, seq, upto ?? null, at]);
  }
}

const mostRosters = 1_000;

function readRow({ projectId, seq, at, type, event, partitionKey, id, ...request }: Row): FeedRow[] {
  const parsed = JSON.parse(event) as { data?: Record<string, unknown> };
  const data = type.startsWith('feed.') ? (parsed as Record<string, unknown>) : (parsed.data ?? {});
  // Somebody's data were erased: there is nothing left to tell.
  if (data.erased === true) return [];
  return [
    { projectId, seq, time: at.getTime(), type, data, partitionKey, now: id === null ? null : { id, ...request } },
  ];
}

/** People whose number of conversations a change has altered, or whose record it is. */
function usersOf({ type, data }: FeedRow): string[] {
  const names = {
    [noted.teammate]: [data.id],
    'request.assigned': [data.assigneeId],
    'request.unassigned': [data.member],
    'request.closed': (data.request as { participantsAgents?: unknown[] } | undefined)?.participantsAgents ?? [],
  }[type];
  return (names ?? []).map(String);
}

const rosterStamp: Statement = {
  name: 'feed_roster_stamp',
  text: `select concat_ws('.',
      (select sum(c.version + 1) from copy_department c where c.id_project = $1), '-',
      (select sum(c.version + 1) from copy_group c where c.id_project = $1), '-',
      (select c.version from copy_project c where c.id_project = $1)) as stamp`,
};

const rosterOf: Statement = {
  name: 'feed_roster',
  text: `select
      (select coalesce(json_agg(json_build_object('id', c.id, 'default', c.record->'default' = 'true',
        'id_group', c.record->'id_group', 'groups', c.record->'groups')), '[]')
        from copy_department c where c.id_project = $1 and not c.deleted) as departments,
      (select coalesce(json_agg(json_build_object('id', c.id, 'enabled', c.record->'enabled' = 'true',
        'trashed', coalesce(c.record->'trashed', 'false') = 'true', 'members', coalesce(c.record->'members', '[]'))), '[]')
        from copy_group c where c.id_project = $1 and not c.deleted) as groups,
      coalesce((select c.record->'settings'->'current_agent_my_chats_only' = 'true'
        from copy_project c where c.id_project = $1), false) as "ownChatsOnly"`,
};

const openOf: Statement = {
  name: 'feed_open_of_departments',
  text: `select ${presentSql} from request r
    where r.id_project = $1 and r.department_id = any (array(select jsonb_array_elements_text($2::jsonb))) and r.status < 1000
    order by r.id limit 5000`,
};

const teammatesOf: Statement = {
  name: 'feed_teammates',
  text: `select distinct on (c.principal) c.id, c.principal, c.version,
      c.record || jsonb_build_object('number_assigned_requests', coalesce(s.held, 0), 'isBusy', coalesce(s.held >= l.most, false)) as record
    from copy_teammate c
    left join seat s on s.id_project = c.id_project and s.id_user = c.principal
    left join lateral (select case
        when (c.record->>'max_served_chat')::int >= 0 then (c.record->>'max_served_chat')::int
        when p.record->'settings'->'chat_limit_on' = 'true' then (p.record->'settings'->>'max_agent_assigned_chat')::int
      end as most from (select 1) one left join copy_project p on p.id_project = c.id_project) l on true
    where c.id_project = $1 and (c.id = any ($2) or c.principal = any ($2))
    order by c.principal, c.deleted, c.version desc`,
};

const botOf: Statement = {
  name: 'feed_bot',
  text: 'select c.id, c.version, c.record from copy_bot c where c.id_project = $1 and c.id = $2',
};

const newest: Statement = {
  name: 'feed_newest_messages',
  text: `select ${messageColumns} from (select m.* from message m
      join request r on r.id_project = m.id_project and r.id = m.request
      where m.id_project = $1 and r.request_id = $2 and ($3::text[] is null or m.audience = any ($3))
      order by m.seq desc limit $4) m order by m.seq`,
};

const risen: Statement = {
  name: 'feed_risen',
  text: `select ${messageColumns} from message m where m.id_project = $1 and m.request = $2
    and (m.seq = $3 or (m.seq <= $4 and m.updated_at = $5)) order by m.seq`,
};

const note: Statement = {
  name: 'feed_note',
  text: `insert into feed_change (id_project, seq, type, data) values ($1, nextval(${sequenceOnceIdentified}), $2, $3)`,
};
