import { bareId, botsOf, humansOf, type SupportRequest } from './request.ts';

export type CopiedRecord = Record<string, unknown>;

/** Records of other services that a request shows, from the local read models. */
export interface Copies {
  lead: CopiedRecord | null;
  /** Teammate record of the requester. */
  requester: CopiedRecord | null;
  department: CopiedRecord | null;
  /** Teammate records of the human participants, in their order. */
  agents: CopiedRecord[];
  /** Records of the bots that participate, in their order. */
  bots: CopiedRecord[];
}

/** For forms that show ids only. */
export const noCopies: Copies = { lead: null, requester: null, department: null, agents: [], bots: [] };

export type RequestWithCopies = SupportRequest & { copies: Copies };

/** Columns or placeholders by which the copies are looked up. */
interface Keys {
  project: string;
  lead: string;
  /** Principal id; finds the teammate even before the request has their `_id`. */
  requester: string;
  department: string;
  participants: string;
}

const ofRequest: Keys = {
  project: 'r.id_project',
  lead: 'r.lead_id',
  requester: 'r.requester',
  department: 'r.department_id',
  participants: 'r.participants',
};

/** SQL of a `Copies` value; by default that of `request r`. One look-up by key for each record, in the same round trip. */
export function copiesSql({ project, lead, requester, department, participants }: Keys = ofRequest): string {
  return `jsonb_build_object(
    'lead', (select c.record from copy_lead c where c.id_project = ${project} and c.id = ${lead}),
    'requester', (select c.record from copy_teammate c where c.id_project = ${project} and c.principal = ${requester}
      order by c.deleted, c.version desc limit 1),
    'department', (select c.record from copy_department c
      where c.id_project = ${project} and c.id = ${department}),
    'agents', (select coalesce(jsonb_agg(c.record order by p.place), '[]')
      from unnest(${participants}) with ordinality p (member, place)
      join lateral (select t.record from copy_teammate t where t.id_project = ${project} and t.principal = p.member
        order by t.deleted, t.version desc limit 1) c on true where p.member not like 'bot\\_%'),
    'bots', (select coalesce(jsonb_agg(c.record order by p.place), '[]')
      from unnest(${participants}) with ordinality p (member, place)
      join copy_bot c on c.id_project = ${project} and c.id = substr(p.member, 5) where p.member like 'bot\\_%'))`;
}

/** The copies of all requests of a page: each record once, however many of them show it. */
export interface SharedCopies {
  /** By `_id`. */
  leads: Record<string, CopiedRecord> | null;
  /** By principal. */
  teammates: Record<string, CopiedRecord> | null;
  departments: Record<string, CopiedRecord> | null;
  bots: Record<string, CopiedRecord> | null;
}

export const nothingShared: SharedCopies = { leads: null, teammates: null, departments: null, bots: null };

/**
 * SQL of the `SharedCopies` of the rows of `page`, which have the columns of `requestColumns`; `$1` is the project.
 * Ids go as arrays, so that every look-up is by key, whatever page size the planner expects.
 */
export const sharedCopiesSql = `json_build_object(
    'leads', (select json_object_agg(c.id, c.record) from copy_lead c where c.id_project = $1
      and c.id = any ((select array_agg(distinct p."leadId") from page p)::text[])),
    'teammates', (select json_object_agg(t.principal, t.record) from (
      select distinct on (c.principal) c.principal, c.record from copy_teammate c where c.id_project = $1
        and c.principal = any (array(select p.requester from page p union select unnest(p.participants) from page p))
      order by c.principal, c.deleted, c.version desc) t),
    'departments', (select json_object_agg(c.id, c.record) from copy_department c where c.id_project = $1
      and c.id = any ((select array_agg(distinct p."departmentId") from page p)::text[])),
    'bots', (select json_object_agg(c.id, c.record) from copy_bot c where c.id_project = $1
      and c.id = any (array(select distinct substr(m, 5) from page p, unnest(p.participants) m where m like 'bot\\_%'))))`;

/** The part of a page's copies that belongs to one request. */
export function copiesOf(request: SupportRequest, shared: SharedCopies): Copies {
  const { leads, teammates, departments, bots } = shared;
  return {
    lead: known(leads, request.leadId),
    requester: known(teammates, request.requester),
    department: request.departmentId === null ? null : known(departments, request.departmentId),
    agents: present(humansOf(request).map((human) => known(teammates, human))),
    bots: present(botsOf(request).map((bot) => known(bots, bareId(bot)))),
  };
}

const present = (records: (CopiedRecord | null)[]): CopiedRecord[] => records.filter((record) => record !== null);

/** Ids come from outside: `constructor` must not find an inherited property. */
function known(records: Record<string, CopiedRecord> | null, id: string): CopiedRecord | null {
  return records !== null && Object.hasOwn(records, id) ? (records[id] ?? null) : null;
}
