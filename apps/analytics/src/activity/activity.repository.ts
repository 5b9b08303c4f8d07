import type { Database } from '@parley/service-kit';

import { quarterSql } from '../rollup/sums.sql.ts';
import { type Activity, anonymous } from './activity.ts';

/** The only writer of `activity`, `activity_agent` and `request_birth`; how many there are it notes in `tally_delta`. */
export class ActivityRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Keeps an activity; one that is there stays as it is. */
  async add(activity: Activity): Promise<void> {
    const { projectId, id, createdAt, verb, actor, actionObj, target, related, agents } =
      await this.#unlessErased(activity);
    const texts = [actor, actionObj, target, related].map((value) => (value === null ? null : JSON.stringify(value)));
    await this.#db.query(add, [projectId, id, createdAt, verb, ...texts, agents]);
  }

  /** The activity of a request's becoming a conversation in this version takes the place of a later one. */
  async addBirth(activity: Activity, version: number): Promise<void> {
    const born = await this.#db.query(bear, [activity.projectId, activity.id, version]);
    if (born.length === 0) return;
    await this.#db.query(remove, [activity.projectId, activity.id]);
    await this.add(activity);
  }

  /** Removes some of those of a project that are older. @returns how many */
  async removeBefore(projectId: string, before: Date, limit: number): Promise<number> {
    const [row] = await this.#db.query<{ removed: number }>(expire, [projectId, before, limit]);
    return row?.removed ?? 0;
  }

  /** Projects that have activities, some at a time, after this one. */
  async projectsAfter(projectId: string): Promise<string[]> {
    const text = `with recursive found(id) as (
        (select id_project from activity where id_project > $1 order by id_project limit 1)
        union all
        select (select id_project from activity where id_project > found.id order by id_project limit 1) from found
        where found.id is not null)
      select id from found where id is not null limit 500`;
    return (await this.#db.query<{ id: string }>(text, [projectId])).map(({ id }) => id);
  }

  /** Births that no event comes before any more. */
  async forgetBirths(): Promise<void> {
    await this.#db.query(`delete from request_birth b where created_at < now() - interval '30 days'
      and exists (select from request_fact f where f.id_project = b.id_project and f.id = b.request and f.is_deleted)`);
  }

  async #unlessErased(activity: Activity): Promise<Activity> {
    const { projectId, target, actor } = activity;
    const lead = target.object?.lead;
    const leadId = typeof lead === 'object' && lead !== null ? Reflect.get(lead, '_id') : undefined;
    const ids = [target.id, actor.id, ...(typeof leadId === 'string' ? [leadId] : [])];
    const rows = await this.#db.query<{ id: string }>(erasedAmong, [projectId, ids]);
    return rows.length === 0 ? activity : anonymous(activity, new Set([...rows.map(({ id }) => id), actor.id]));
  }
}

const noted = (
  rows: string,
  total: number,
) => `insert into tally_delta (id_project, metric, label, quarter, total, part)
  select id_project, 'activities', verb, ${quarterSql('created_at')}, ${total}, 0 from ${rows}`;

const add = {
  name: 'activity_add',
  text: `with added as (
      insert into activity (id_project, id, created_at, verb, actor, action_obj, target, related, agents)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning *),
    found as (
      insert into activity_agent (id_project, agent, created_at, id, verb)
      select id_project, agent, created_at, id, verb from added cross join unnest(agents) agent)
    ${noted('added', 1)}`,
};

/** Of activities that are removed by the same statement. */
const unlisted = `unlisted as (delete from activity_agent g using removed r cross join unnest(r.agents) as listed(agent)
  where g.id_project = r.id_project and g.agent = listed.agent and g.created_at = r.created_at and g.id = r.id)`;

const remove = {
  name: 'activity_remove',
  text: `with removed as (delete from activity where id_project = $1 and id = $2 returning *), ${unlisted}
    ${noted('removed', -1)}`,
};

const expire = {
  name: 'activity_expire',
  text: `with removed as (delete from activity a using (
        select id_project, id from activity where id_project = $1 and created_at < $2 limit $3) old
      where a.id_project = old.id_project and a.id = old.id returning a.*),
    ${unlisted},
    counted as (${noted('removed', -1)})
    select count(*)::int as removed from removed`,
};

const bear = {
  name: 'request_birth_bear',
  text: `insert into request_birth (id_project, request, version) values ($1, $2, $3)
    on conflict (id_project, request) do update set version = excluded.version
    where request_birth.version > excluded.version returning version`,
};

const erasedAmong = {
  name: 'erased_among',
  text: 'select id from erased where id_project = $1 and id = any($2)',
};
