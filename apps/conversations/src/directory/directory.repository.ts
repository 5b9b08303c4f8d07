import { Batcher } from '@parley/service-kit/concurrency';
import type { Database, Statement } from '@parley/service-kit/database';

import { ownLimit } from '../clients/workspace.client.ts';
import type { KnownLead } from '../request-state/lead.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { Candidate, RoutingContext } from '../routing/routing-pass.ts';

/** A membership in the local read model. */
export interface KnownMember {
  teammateId: string;
  /** User id, or uuid_user of a visitor. */
  principal: string;
  role: string;
  active: boolean;
  record: CopiedRecord;
}

/** A member of the team, for whom groups of people are looked up. */
export interface TeamMember {
  /** User id. */
  id: string;
  teammateId: string;
  role: string;
  groups: string[];
}

const team: Statement = {
  name: 'team',
  text: `select c.principal as id, c.id as "teammateId", c.record->>'role' as role,
      array(select g.id from copy_group g where g.id_project = $1 and not g.deleted and g.record->'enabled' = 'true'
        and coalesce(g.record->>'trashed', 'false') <> 'true' and g.record->'members' ? c.principal) as groups
    from copy_teammate c where c.id_project = $1 and not c.deleted and c.record->>'status' = 'active'
      and c.record->>'role' in ('agent', 'admin', 'owner') order by c.id`,
};

const members: Statement = {
  name: 'find_members',
  text: `select distinct on (c.principal) c.id as "teammateId", c.principal, c.record->>'role' as role,
      not c.deleted and c.record->>'status' = 'active' as active, c.record
    from copy_teammate c where c.id_project = $1 and (c.principal = any($2) or c.id = any($2))
    order by c.principal, c.deleted, c.version desc`,
};

/** People that one statement finds. */
const maxPeople = 64;

/** `$1` projects and `$2` principals, one of each for a person; in their order. */
const people: Statement = {
  name: 'find_people',
  text: `with asked as materialized (
      select * from unnest($1::text[], $2::text[]) with ordinality a (id_project, id, place) limit ${maxPeople})
    select
      (select json_build_object('teammateId', c.id, 'principal', c.principal, 'role', c.record->>'role',
          'active', not c.deleted and c.record->>'status' = 'active', 'record', c.record)
        from copy_teammate c where c.id_project = a.id_project and c.principal = a.id order by c.deleted, c.version desc limit 1) as member,
      (select json_build_object('id', c.id, 'version', c.version, 'record', c.record)
        from copy_lead c where c.id_project = a.id_project and c.lead_id = a.id) as lead
    from asked a order by a.place`,
};

const bots: Statement = {
  name: 'find_bots',
  text: `select c.id, c.record from copy_bot c
    where c.id_project = $1 and c.id = any($2) and not c.deleted and coalesce(c.record->>'trashed', 'false') <> 'true'`,
};

const copiedRoutingContext: Statement = {
  name: 'copied_routing_context',
  text: `with d as (
      select c.id, c.version, c.record from copy_department c
      where c.id_project = $1 and not c.deleted and (c.id = $2 or c.record->'default' = 'true')
      order by c.id = $2 desc limit 1),
    named as (
      select d.record->>'id_group' as id from d where coalesce(d.record->>'id_group', '') <> ''
      union select g->>'group_id' from d, jsonb_array_elements(
        case when jsonb_typeof(d.record->'groups') = 'array' then d.record->'groups' else '[]' end) g),
    living as (
      select g.id, g.record->'members' as members from copy_group g join named n on n.id = g.id
      where g.id_project = $1 and not g.deleted and g.record->'enabled' = 'true'
        and coalesce(g.record->>'trashed', 'false') <> 'true')
    select d.id, d.version, d.record,
      (select count(*) from named)::int as "namedGroups", (select count(*) from living)::int as "livingGroups",
      (select p.record from copy_project p where p.id_project = $1) as project,
      (select b.id from copy_bot b where b.id_project = $1 and b.id = d.record->>'id_bot' and not b.deleted
        and coalesce(b.record->>'trashed', 'false') <> 'true') as bot,
      (select coalesce(jsonb_agg(jsonb_build_object('id', t.id, 'principal', t.principal, 'record', t.record) order by t.id), '[]')
        from copy_teammate t where t.id_project = $1 and not t.deleted and t.record->>'status' = 'active'
          and t.record->>'role' in ('agent', 'admin', 'owner')
          and (not exists (select from named) or exists (select from living l where l.members ? t.principal))) as people
    from d`,
};

interface RoutingContextRow {
  id: string;
  version: number;
  record: CopiedRecord & { _id: string };
  namedGroups: number;
  livingGroups: number;
  project: CopiedRecord | null;
  bot: string | null;
  people: { id: string; principal: string; record: CopiedRecord }[];
}

interface PersonKey {
  projectId: string;
  /** Principal id of the membership, and `lead_id` of the lead. */
  id: string;
}

interface PersonRow {
  member: KnownMember | null;
  lead: KnownLead | null;
}

/** Finds members, bots and departments in the local read models. */
export class Directory {
  readonly #db: Database;
  readonly #people = new Batcher<PersonKey, PersonRow>((keys) => this.#peopleOf(keys), maxPeople);

  constructor(db: Database) {
    this.#db = db;
  }

  /** By user id, uuid_user or teammate id; unknown ones are left out, removed ones are not active. */
  async findMembers(projectId: string, ids: readonly string[]): Promise<KnownMember[]> {
    return ids.length === 0 ? [] : this.#db.query<KnownMember>(members, [projectId, ids]);
  }

  /** The membership with this principal id and the lead with this `lead_id`, also one in the trash, which may be restored. */
  async personOf(projectId: string, id: string): Promise<{ member: KnownMember | null; lead: KnownLead | undefined }> {
    const key = { projectId, id };
    // A transaction sees what it has written itself.
    const [row] = this.#db.inTransaction() ? await this.#peopleOf([key]) : [await this.#people.load(key)];
    return { member: row?.member ?? null, lead: row?.lead ?? undefined };
  }

  #peopleOf(keys: readonly PersonKey[]): Promise<PersonRow[]> {
    return this.#db.query(people, [keys.map(({ projectId }) => projectId), keys.map(({ id }) => id)]);
  }

  /** Bots by their `_id`, without deleted ones and those in the trash. */
  async findBots(projectId: string, ids: readonly string[]): Promise<{ id: string; record: CopiedRecord }[]> {
    return ids.length === 0 ? [] : this.#db.query(bots, [projectId, ids]);
  }

  /** Those of these bots that are deleted or in the trash. */
  async goneBots(projectId: string, ids: readonly string[]): Promise<string[]> {
    const text = `select c.id from copy_bot c where c.id_project = $1 and c.id = any($2)
      and (c.deleted or c.record->>'trashed' = 'true')`;
    const rows = await this.#db.query<{ id: string }>({ name: 'gone_bots', text }, [projectId, ids]);
    return rows.map(({ id }) => id);
  }

  /** A living group, by its `_id`. */
  async findGroup(projectId: string, id: string): Promise<(CopiedRecord & { _id: string }) | undefined> {
    const text = 'select c.record from copy_group c where c.id_project = $1 and c.id = $2 and not c.deleted';
    const [row] = await this.#db.query<{ record: CopiedRecord }>({ name: 'find_group', text }, [projectId, id]);
    return row && { ...row.record, _id: id };
  }

  async projectName(projectId: string): Promise<string> {
    const text = `select c.record->>'name' as name from copy_project c where c.id_project = $1`;
    const [row] = await this.#db.query<{ name: string | null }>({ name: 'project_name', text }, [projectId]);
    return row?.name ?? '';
  }

  /** The active team members with the living groups that they are in. */
  team(projectId: string): Promise<TeamMember[]> {
    return this.#db.query<TeamMember>(team, [projectId]);
  }

  /** Whether any present or former member, bot or lead has this id, of whatever kind. */
  async knows(projectId: string, id: string): Promise<boolean> {
    const text = `select from copy_teammate c where c.id_project = $1 and (c.principal = $2 or c.id = $2)
      union all select from copy_bot c where c.id_project = $1 and c.id = $2
      union all select from copy_lead c where c.id_project = $1 and (c.lead_id = $2 or c.id = $2) limit 1`;
    return (await this.#db.query({ name: 'knows', text }, [projectId, id])).length > 0;
  }

  /** The routing context of a department, or of the default one; `undefined` when neither is known. */
  async routingContext(projectId: string, departmentId: string | null): Promise<RoutingContext | undefined> {
    const [row] = await this.#db.query<RoutingContextRow>(copiedRoutingContext, [projectId, departmentId ?? '']);
    if (!row) return undefined;

    const settings = asRecord(row.project?.settings);
    const defaultLimit = defaultLimitOf(settings);
    return {
      source: 'copy',
      version: row.version,
      department: {
        id: row.id,
        routing: String(row.record.routing ?? 'pooled'),
        bot: row.bot,
        record: row.record,
      },
      candidates: row.people.map((person) => candidateOf(person, defaultLimit)),
      // Workspace owns the operating hours; without them, available agents count as at work.
      open: true,
      nextChangeAt: null,
      groupDisabled: row.namedGroups > row.livingGroups,
      reopenWindowHours: numberOr(settings.reopen_window_hours, defaultReopenWindowHours),
      defaultLimit,
    };
  }

  /** Whether the copies have a teammate of the project. */
  async knowsTeam(projectId: string): Promise<boolean> {
    const text = `select from copy_teammate c where c.id_project = $1 and c.record->>'role' in ('agent', 'admin', 'owner') limit 1`;
    return (await this.#db.query({ name: 'team_known', text }, [projectId])).length > 0;
  }

  /** Whether a department has been deleted. */
  async isDepartmentGone(projectId: string, departmentId: string): Promise<boolean> {
    const text = 'select from copy_department c where c.id_project = $1 and c.id = $2 and c.deleted';
    return (await this.#db.query({ name: 'department_gone', text }, [projectId, departmentId])).length > 0;
  }

  /** Capacity of each of these users; `null`: unlimited. */
  async limitsOf(projectId: string, users: readonly string[]): Promise<Map<string, number | null>> {
    const text = `select u.id, c.record->'max_served_chat' as own, p.record->'settings' as settings
      from unnest($2::text[]) u (id)
      left join copy_teammate c on c.id_project = $1 and c.principal = u.id and not c.deleted
      left join copy_project p on p.id_project = $1`;
    const rows = await this.#db.query<{ id: string; own: number | null; settings: CopiedRecord | null }>(
      { name: 'limits_of', text },
      [projectId, users],
    );
    return new Map(rows.map(({ id, own, settings }) => [id, ownLimit(own) ?? defaultLimitOf(settings ?? {})]));
  }
}

/** A message does not reopen a conversation that was closed longer ago. */
export const defaultReopenWindowHours = 720;

function candidateOf(
  { id, principal, record }: RoutingContextRow['people'][number],
  defaultLimit: number | null,
): Candidate {
  const user = asRecord(record.id_user);
  return {
    idUser: principal,
    teammateId: id,
    fullname: [user.firstname, user.lastname].filter(Boolean).join(' '),
    available: record.user_available === true,
    limit: ownLimit(record.max_served_chat as number | undefined) ?? defaultLimit,
  };
}

function defaultLimitOf(settings: CopiedRecord): number | null {
  return settings.chat_limit_on === true ? ownLimit(settings.max_agent_assigned_chat as number | undefined) : null;
}

function numberOr(value: unknown, byDefault: number): number {
  return typeof value === 'number' ? value : byDefault;
}

function asRecord(value: unknown): CopiedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as CopiedRecord) : {};
}
