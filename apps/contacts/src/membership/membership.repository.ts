import { SegmentFilters } from '@parley/contracts';
import { runInCall } from '@parley/service-kit/call';
import { binder, type Database } from '@parley/service-kit/database';
import { appendToOutbox } from '@parley/service-kit/outbox';

import type { LeadRepository } from '../lead/lead.repository.ts';
import { erasedLead, viewOf } from '../lead/lead.ts';
import type { Segment } from '../segment/segment.ts';
import { lookSql, nextTurnSql } from './membership.sql.ts';
import { type MembershipLook, movesOf } from './membership.ts';

/** Leads of one transaction. */
const batchSize = 100;
/** Segments of one statement: its parameters are limited. */
const segmentsAtOnce = 100;
/** Leads that one statement prepares for a new segment. */
const preparedAtOnce = 1_000;

type LookRow = Omit<MembershipLook, 'was' | 'is'> & {
  was: boolean[] | null;
  is: boolean[] | null;
  /** ISO 8601, to the microsecond. */
  turn: string | null;
};

/**
 * Follows who is in which segment, without storing it: what leads were at the last look stands in `lead_before` as long as they
 * differ, and the times that change memberships in `lead_turn`. The lock of a lead's row serialises looks and changes.
 */
export class MembershipRepository {
  readonly #db: Database;
  readonly #leads: LeadRepository;

  constructor(db: Database, leads: LeadRepository) {
    this.#db = db;
    this.#leads = leads;
  }

  /** Projects with leads to look at. */
  async dueProjects(): Promise<string[]> {
    return (await this.#db.query<{ projectId: string }>(dueProjects)).map(({ projectId }) => projectId);
  }

  /**
   * Looks at the next leads of a project that have changed or whose time has come, and announces their moves.
   * @param after the last lead of the batch before
   * @returns the last lead of this batch; undefined when there was none
   */
  next(projectId: string, segments: readonly Segment[], after: string): Promise<string | undefined> {
    return this.#db.transaction(async () => {
      const due = idsOf(await this.#db.query<{ id: string }>(dueLeads, [projectId, after]));
      if (due.length === 0) return undefined;
      const free = idsOf(await this.#db.query<{ id: string }>(lockLeads, [projectId, due]));
      const [{ at } = { at: '' }] = await this.#db.query<{ at: string }>(clock);
      await this.#look(projectId, segments, free, at);
      return due.at(-1);
    });
  }

  /**
   * Prepares the next leads for a segment with relative times: when time will move them.
   * @returns the last lead; undefined when there was none
   */
  async prepare(segment: Segment, after: string): Promise<string | undefined> {
    const values: unknown[] = [segment.projectId, after];
    const bind = binder(values);
    const [batch] = await this.#db.query<{ last: string | null }>(
      `with seen as materialized (select l.* from lead l where l.id_project = $1 and l.id > $2
          order by l.id limit ${preparedAtOnce} for share),
        turns as (select l.id, ${nextTurnSql([segment], bind, 'clock_timestamp()')} as at from seen l),
        stored as (insert into lead_turn as t (id_project, lead, at) select $1, id, at from turns where at is not null
          on conflict (id_project, lead) do update set at = least(t.at, excluded.at))
       select max(id) as last from seen`,
      values,
    );
    return batch?.last ?? undefined;
  }

  /** How many changes of a lead have not been looked at yet: they hold what it was. */
  async countPending(projectId: string, lead: string): Promise<number> {
    return (await this.#db.query(pending, [projectId, lead])).length;
  }

  async #look(projectId: string, segments: readonly Segment[], ids: readonly string[], at: string): Promise<void> {
    const looks = await this.#compare(projectId, segments, ids, at);
    const moved = looks.filter(({ was, is }) => was.some((one, index) => one !== is[index]));
    await this.#announce(projectId, segments, moved);
    const turns = looks.flatMap(({ lead, turn }) => (turn === null ? [] : [{ lead, at: turn }]));
    await this.#db.query(storeTurns, [projectId, JSON.stringify(turns)]);
    await this.#db.query(forget, [projectId, ids, turns.map(({ lead }) => lead)]);
  }

  async #compare(projectId: string, segments: readonly Segment[], ids: readonly string[], at: string) {
    const looks = new Map<string, MembershipLook & { was: boolean[]; is: boolean[]; turn: string | null }>();
    // Without segments, too: it says which leads have changed.
    for (let from = 0; from === 0 || from < segments.length; from += segmentsAtOnce) {
      const some = segments.slice(from, from + segmentsAtOnce);
      const values: unknown[] = [projectId, ids, at];
      const rows = await this.#db.query<LookRow>(lookSql(some, binder(values), '$2', '$3'), values);
      const none = some.map(() => false);
      for (const { was, is, turn, ...row } of rows) {
        const known = looks.get(row.lead) ?? { ...row, was: [], is: [], turn: null };
        looks.set(row.lead, {
          ...known,
          was: [...known.was, ...(was ?? none)],
          is: [...known.is, ...(is ?? none)],
          turn: known.turn === null || (turn !== null && turn < known.turn) ? turn : known.turn,
        });
      }
    }
    return [...looks.values()];
  }

  async #announce(projectId: string, segments: readonly Segment[], moved: readonly MembershipLook[]): Promise<void> {
    if (moved.length === 0) return;
    const ids = moved.map(({ lead }) => lead);
    const known = new Map((await this.#leads.findAll(projectId, ids, [])).map((lead) => [lead.id, lead]));
    const erased = new Set(idsOf(await this.#db.query<{ id: string }>(erasedLeads, [projectId, ids])));
    const eventsOf = (look: MembershipLook) => {
      const lead = erased.has(look.lead) ? undefined : known.get(look.lead);
      const view = lead ? viewOf(lead) : erasedLead({ id: look.lead, projectId }).lead;
      return movesOf(look, segments, view).map(({ segment: { id, version }, event }) => {
        const aggregate = { noun: 'segment', id, version, partitionKey: look.lead };
        return { event, aggregate, projectId, actor: 'system' as const };
      });
    };
    // Webhooks that move each other's leads must come to an end: the depth counts on.
    for (const [depth, looks] of Map.groupBy(moved, (look) => look.depth))
      await runInCall({ depth: depth + 1 }, () => appendToOutbox(this.#db, looks.flatMap(eventsOf)));
  }
}

/** Segments that can be evaluated; those of an older form cannot. */
export function evaluable(segments: readonly Segment[]): Segment[] {
  return segments.filter(({ filters }) => SegmentFilters.safeParse(filters).success);
}

function idsOf(rows: readonly { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}

const dueProjects = {
  name: 'memberships_due_projects',
  text: `select id_project as "projectId" from (select id_project from lead_before limit 10000) changed
    union select id_project from (
      select id_project from lead_turn where at <= clock_timestamp() order by at limit 10000) turned`,
};

const dueLeads = {
  name: 'memberships_due',
  text: `select lead as id from (
      (select lead from lead_before where id_project = $1 and lead > $2 order by lead limit ${batchSize})
      union
      (select lead from lead_turn where id_project = $1 and lead > $2 and at <= clock_timestamp() order by lead limit ${batchSize})
    ) due order by lead limit ${batchSize}`,
};

/** Those that no change has locked, and those that are gone. */
const isGone = 'not exists (select from lead l where l.id_project = $1 and l.id = d.lead)';
const lockLeads = {
  name: 'memberships_lock',
  text: `with free as (select id from lead where id_project = $1 and id = any($2) order by id for update skip locked),
      gone as (select d.lead from lead_before d where d.id_project = $1 and d.lead = any($2) and ${isGone}
        for update skip locked),
      orphans as (select d.lead from lead_turn d where d.id_project = $1 and d.lead = any($2) and ${isGone}
        for update skip locked)
    select id from free union select lead from gone union select lead from orphans`,
};

const clock = { name: 'memberships_clock', text: 'select clock_timestamp()::text as at' };

const erasedLeads = {
  name: 'memberships_erased',
  text: 'select lead as id from erasure where id_project = $1 and lead = any($2)',
};

const storeTurns = {
  name: 'memberships_turn',
  text: `insert into lead_turn (id_project, lead, at)
    select $1, lead, at from jsonb_to_recordset($2::jsonb) as x(lead text, at timestamptz) order by lead
    on conflict (id_project, lead) do update set at = excluded.at`,
};

const forget = {
  name: 'memberships_forget',
  text: `with looked as (delete from lead_before where id_project = $1 and lead = any($2))
    delete from lead_turn where id_project = $1 and lead = any($2) and lead <> all($3)`,
};

const pending = { name: 'memberships_pending', text: 'select 1 from lead_before where id_project = $1 and lead = $2' };
