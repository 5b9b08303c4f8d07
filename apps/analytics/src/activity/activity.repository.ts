import type { Database } from '@parley/service-kit/database';
import { type Redaction, redactIn } from '@parley/service-kit/outbox';

import { quarterSql } from '../rollup/sums.sql.ts';
import { type Activity, anonymous } from './activity.ts';

/** An activity; if it is the creation of a conversation, the version of the request in which it became one. */
interface RecordedActivity {
  activity: Activity;
  firstConversationVersion?: number | undefined;
}

/** The only writer of `activity`, `activity_agent` and `request_birth`; records changes of their counts in `tally_delta`. */
export class ActivityRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds activities; idempotent. The creation of a conversation in an earlier version of its request replaces a later one. */
  async add(recorded: readonly RecordedActivity[]): Promise<void> {
    const starts = await this.#recordStarts(recorded);
    const activities = recorded.flatMap((one) =>
      one.firstConversationVersion === undefined || starts.has(one) ? [one.activity] : [],
    );
    if (activities.length > 0) await this.#db.query(add, [JSON.stringify(await this.#unlessErased(activities))]);
  }

  /** Takes the words of a redacted message out of the activities of its request. */
  async redact(redaction: Redaction): Promise<void> {
    const { projectId, request } = redaction;
    const rows = await this.#db.query<{ id: string; target: Activity['target']; actionObj: Activity['actionObj'] }>(
      ofRecord,
      [projectId, request._id],
    );
    for (const { id, ...content } of rows) {
      const redacted = redactIn(content, redaction);
      if (redacted === content) continue;
      const texts = [redacted.target, redacted.actionObj].map((value) => value && JSON.stringify(value));
      await this.#db.query(rewriteContent, [projectId, id, ...texts]);
    }
  }

  /** Removes a batch of older activities of a project. @returns how many */
  async removeBefore(projectId: string, before: Date, limit: number): Promise<number> {
    const [row] = await this.#db.query<{ removed: number }>(expire, [projectId, before, limit]);
    return row?.removed ?? 0;
  }

  /** Projects that have activities, in batches, after this one. */
  async projectsAfter(projectId: string): Promise<string[]> {
    const text = `with recursive found(id) as (
        (select id_project from activity where id_project > $1 order by id_project limit 1)
        union all
        select (select id_project from activity where id_project > found.id order by id_project limit 1) from found
        where found.id is not null)
      select id from found where id is not null limit 500`;
    return (await this.#db.query<{ id: string }>(text, [projectId])).map(({ id }) => id);
  }

  /** Removes first versions of requests for which no late event can arrive. */
  async forgetStarts(): Promise<void> {
    await this.#db.query(`delete from request_birth b where created_at < now() - interval '30 days'
      and exists (select from request_fact f where f.id_project = b.id_project and f.id = b.request and f.is_deleted)`);
  }

  /** Stores first conversation versions. @returns the activities with an earlier one than was stored */
  async #recordStarts(recorded: readonly RecordedActivity[]): Promise<ReadonlySet<RecordedActivity>> {
    const first = new Map<string, RecordedActivity>();
    for (const one of recorded) {
      const known = first.get(keyOf(one.activity))?.firstConversationVersion ?? Number.POSITIVE_INFINITY;
      if (one.firstConversationVersion !== undefined && one.firstConversationVersion < known)
        first.set(keyOf(one.activity), one);
    }
    if (first.size === 0) return new Set();
    const starts = [...first.values()];
    const rows = await this.#db.query<Pick<Activity, 'projectId' | 'id'>>(recordStarts, [
      starts.map(({ activity }) => activity.projectId),
      starts.map(({ activity }) => activity.id),
      starts.map(({ firstConversationVersion }) => firstConversationVersion),
    ]);
    const started = new Set(rows.map(keyOf));
    return new Set(starts.filter(({ activity }) => started.has(keyOf(activity))));
  }

  async #unlessErased(activities: readonly Activity[]): Promise<Activity[]> {
    const people = activities.flatMap((activity) =>
      peopleOf(activity).map((id) => ({ projectId: activity.projectId, id })),
    );
    const rows = await this.#db.query<{ projectId: string; id: string }>(erasedAmong, [
      people.map(({ projectId }) => projectId),
      people.map(({ id }) => id),
    ]);
    if (rows.length === 0) return [...activities];
    const erased = Map.groupBy(rows, ({ projectId }) => projectId);
    return activities.map((activity) => {
      const own = new Set(erased.get(activity.projectId)?.map(({ id }) => id));
      const isAboutErased = peopleOf(activity).some((id) => own.has(id));
      return isAboutErased ? anonymous(activity, own.add(activity.actor.id)) : activity;
    });
  }
}

function keyOf({ projectId, id }: Pick<Activity, 'projectId' | 'id'>): string {
  return `${projectId} ${id}`;
}

function peopleOf({ target, actor }: Activity): string[] {
  const lead = target.object?.lead;
  const leadId = typeof lead === 'object' && lead !== null ? Reflect.get(lead, '_id') : undefined;
  return [target.id, actor.id, ...(typeof leadId === 'string' ? [leadId] : [])];
}

const noted = (rows: string, sign: 1 | -1) => `insert into tally_delta (id_project, metric, label, quarter, total, part)
  select id_project, 'activities', verb, ${quarterSql('created_at')}, ${sign} * count(*), 0 from ${rows} group by 1, 3, 4`;

const add = {
  name: 'activity_add',
  text: `with added as (
      insert into activity (id_project, id, created_at, verb, actor, action_obj, target, related, agents)
      select "projectId", id, "createdAt", verb, actor, "actionObj", target, related, agents
      from json_to_recordset($1::json) as incoming("projectId" text, id text, "createdAt" timestamptz, verb text, actor jsonb,
        "actionObj" jsonb, target jsonb, related jsonb, agents text[])
      order by 1, 2
      on conflict do nothing returning *),
    found as (
      insert into activity_agent (id_project, agent, created_at, id, verb)
      select id_project, agent, created_at, id, verb from added cross join unnest(agents) agent)
    ${noted('added', 1)}`,
};

/** Also removes the index rows of activities that the statement removes. */
const unlisted = `unlisted as (delete from activity_agent g using removed r cross join unnest(r.agents) as listed(agent)
  where g.id_project = r.id_project and g.agent = listed.agent and g.created_at = r.created_at and g.id = r.id)`;

const expire = {
  name: 'activity_expire',
  text: `with removed as (delete from activity a using (
        select id_project, id from activity where id_project = $1 and created_at < $2 limit $3) old
      where a.id_project = old.id_project and a.id = old.id returning a.*),
    ${unlisted},
    counted as (${noted('removed', -1)}),
    chain as (update activity_chain set expired_before = greatest(expired_before, $2)
      where id_project = $1 and exists (select from removed))
    select count(*)::int as removed from removed`,
};

/** Stores earlier first versions, and removes the activities of later ones. */
const recordStarts = {
  name: 'request_birth_record',
  text: `with started as (
      insert into request_birth (id_project, request, version)
      select * from unnest($1::text[], $2::text[], $3::int[]) order by 1, 2
      on conflict (id_project, request) do update set version = excluded.version
      where request_birth.version > excluded.version returning id_project, request),
    removed as (delete from activity a using started b where a.id_project = b.id_project and a.id = b.request returning a.*),
    ${unlisted},
    uncounted as (${noted('removed', -1)})
    select id_project as "projectId", request as id from started`,
};

const erasedAmong = {
  name: 'erased_among',
  text: `select distinct id_project as "projectId", id from erased
    join unnest($1::text[], $2::text[]) asked(id_project, id) using (id_project, id)`,
};

const ofRecord = {
  name: 'activities_of_record',
  text: `select a.id, a.target, a.action_obj as "actionObj" from activity a
    where a.id_project = $1 and a.id in (select g.id from activity_agent g where g.id_project = $1 and g.agent = $2)
    order by a.id for update`,
};
const rewriteContent = {
  name: 'activity_rewrite_content',
  text: 'update activity set target = $3::jsonb, action_obj = $4::jsonb, chained = false where id_project = $1 and id = $2',
};
