import type { SupportRequest } from './request.ts';

export type CopiedRecord = Record<string, unknown>;

/** What other services know of the people, bots and places of a request, from the local copies. */
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

export type RequestWithCopies = SupportRequest & { copies: Copies };

/** Columns or placeholders the copies are looked up by. */
interface Keys {
  project: string;
  lead: string;
  /** Principal id; teammates are found by it even before the request knows their `_id`. */
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

/** SQL of a `Copies` value; by default that of `request r`. One look-up by key for each record, in the same trip. */
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
