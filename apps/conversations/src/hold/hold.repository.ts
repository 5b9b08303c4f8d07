import { commonErrors, type HoldView, holdCreated, holdDeleted, maxHolds, requestErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

/** A legal hold on a request, or on a lead and all its requests. */
interface Hold {
  id: string;
  kind: HoldView['kind'];
  /** `_id` of the request or lead. */
  record: string;
  requestId: string | null;
  reason: string;
  createdBy: string;
  createdAt: Date;
}

export type NewHold = Pick<Hold, 'kind' | 'record' | 'reason' | 'createdBy'>;

/** Legal holds. Whoever deletes asks inside the transaction (`refuseHeld`), which waits for a hold that is being made. */
export class Holds {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Newest first. */
  list(projectId: string): Promise<HoldView[]> {
    return this.#views(all, projectId);
  }

  /** Those on the request, by its `_id` or `request_id`, and on its lead. */
  keepingRequest(projectId: string, name: string): Promise<HoldView[]> {
    return this.#views(keepingRequest, projectId, name);
  }

  /** Those on the lead and on its requests. */
  keepingLead(projectId: string, lead: string): Promise<HoldView[]> {
    return this.#views(keepingLead, projectId, lead);
  }

  /** The hold that the record has already, if any. @throws request_not_found; limit_reached */
  create(projectId: string, { kind, record, reason, createdBy }: NewHold): Promise<HoldView> {
    return this.#db.transaction(async () => {
      await this.#db.query(waitForDeletions, [projectId]);
      const named = kind === 'request' ? await this.#request(projectId, record) : { id: record, requestId: null };
      const [existing] = await this.#db.query<Hold>(find, [projectId, kind, named.id]);
      if (existing) return viewOf(projectId, existing);
      const [{ count } = { count: 0 }] = await this.#db.query<{ count: number }>(countHolds, [projectId]);
      if (count >= maxHolds) throw commonErrors.limit_reached({ limit: maxHolds });
      const values = [projectId, newId(), kind, named.id, named.requestId, reason, createdBy];
      const [made] = await this.#db.query<Hold>(insert, values);
      if (!made) throw new Error('A hold was not stored.');
      await announce(this.#db, { projectId, noun: 'hold', id: made.id, version: 0 }, [
        holdCreated({ hold: inEvent(made) }),
      ]);
      return viewOf(projectId, made);
    });
  }

  /** @throws hold_not_found */
  remove(projectId: string, id: string): Promise<HoldView> {
    return this.#db.transaction(async () => {
      const [gone] = await this.#db.query<Hold>(remove, [projectId, id]);
      if (!gone) throw requestErrors.hold_not_found();
      await announce(this.#db, { projectId, noun: 'hold', id, version: 1 }, [holdDeleted({ hold: inEvent(gone) })]);
      return viewOf(projectId, gone);
    });
  }

  /** In the transaction that deletes or redacts a request, by its `_id`. @throws on_hold */
  async refuseHeld(projectId: string, request: string): Promise<void> {
    await this.#db.query(waitForHolds, [projectId]);
    const [hold] = await this.#db.query<{ id: string }>(holdOf, [projectId, request]);
    if (hold) throw requestErrors.on_hold({ hold: hold.id });
  }

  /** Of these leads, those that have a request, and those that a hold keeps, themselves or a request of theirs. */
  async leadsInUse(projectId: string, leads: readonly string[]) {
    const [row] = await this.#db.query<{ withRequests: string[]; held: { lead: string; hold: string }[] }>(inUse, [
      projectId,
      leads,
    ]);
    return row ?? { withRequests: [], held: [] };
  }

  async #views(statement: { name: string; text: string }, projectId: string, ...of: string[]): Promise<HoldView[]> {
    const holds = await this.#db.query<Hold>(statement, [projectId, ...of]);
    return holds.map((hold) => viewOf(projectId, hold));
  }

  async #request(projectId: string, name: string): Promise<{ id: string; requestId: string }> {
    const text = `select r.id, r.request_id as "requestId" from request r
      where r.id_project = $1 and (r.request_id = $2 or r.id = $2) limit 1`;
    const [request] = await this.#db.query<{ id: string; requestId: string }>({ name: 'request_to_hold', text }, [
      projectId,
      name,
    ]);
    if (!request) throw requestErrors.request_not_found();
    return request;
  }
}

const columns = `h.id, h.kind, h.record, h.request_id as "requestId", h.reason, h.created_by as "createdBy", h.created_at as "createdAt"`;
const newestFirst = `order by h.created_at desc, h.id desc limit ${maxHolds}`;
const all = { name: 'holds', text: `select ${columns} from hold h where h.id_project = $1 ${newestFirst}` };
const keeps = `((h.kind = 'request' and h.record = r.id) or (h.kind = 'lead' and h.record = r.lead_id))`;
const keepingRequest = {
  name: 'holds_keeping_request',
  text: `select ${columns} from request r join hold h on h.id_project = $1 and ${keeps}
    where r.id_project = $1 and (r.request_id = $2 or r.id = $2) ${newestFirst}`,
};
const keepingLead = {
  name: 'holds_keeping_lead',
  text: `select ${columns} from hold h where h.id_project = $1 and (h.kind = 'lead' and h.record = $2 or h.kind = 'request'
    and exists (select from request r where r.id_project = $1 and r.id = h.record and r.lead_id = $2)) ${newestFirst}`,
};
const lockOf = (mode: string) => `select pg_advisory_xact_lock${mode}(hashtext('hold'), hashtext($1))`;
const waitForDeletions = { name: 'hold_wait_for_deletions', text: lockOf('') };
const waitForHolds = { name: 'hold_wait_for_holds', text: lockOf('_shared') };
const find = {
  name: 'hold_find',
  text: `select ${columns} from hold h where h.id_project = $1 and h.kind = $2 and h.record = $3`,
};
const countHolds = { name: 'holds_count', text: 'select count(*)::int as count from hold where id_project = $1' };
const insert = {
  name: 'hold_insert',
  text: `insert into hold as h (id_project, id, kind, record, request_id, reason, created_by, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, clock_timestamp()) returning ${columns}`,
};
const remove = {
  name: 'hold_delete',
  text: `delete from hold h where h.id_project = $1 and h.id = $2 returning ${columns}`,
};

/** SQL: whether a hold keeps request `r`. */
export const isHeldSql = `exists (select from hold h where h.id_project = r.id_project
  and ${keeps})`;

const holdOf = {
  name: 'hold_of_request',
  text: `select h.id from request r join hold h on h.id_project = $1 and ${keeps}
    where r.id_project = $1 and r.id = $2 limit 1`,
};

const inUse = {
  name: 'leads_in_use',
  text: `select
    coalesce((select array_agg(l) from unnest($2::text[]) l
      where exists (select from request r where r.id_project = $1 and r.lead_id = l)), '{}') as "withRequests",
    coalesce((select json_agg(json_build_object('lead', l, 'hold', k.id)) from unnest($2::text[]) l cross join lateral (
      select h.id from hold h where h.id_project = $1 and h.kind = 'lead' and h.record = l
      union all
      select h.id from hold h join request r on r.id_project = $1 and r.id = h.record
        where h.id_project = $1 and h.kind = 'request' and r.lead_id = l
      limit 1) k), '[]') as held`,
};

function inEvent({ id, kind, record, requestId }: Hold) {
  return { _id: id, kind, record, ...(requestId !== null && { request_id: requestId }) };
}

function viewOf(projectId: string, hold: Hold): HoldView {
  const { id, createdBy, createdAt, reason } = hold;
  const at = createdAt.toISOString();
  return { id, id_project: projectId, __v: 0, createdAt: at, updatedAt: at, createdBy, reason, ...inEvent(hold) };
}
