import type { Database } from '@parley/service-kit/database';
import { type NewTask, notifyTasksWritten, taskInsert, taskRecords } from '@parley/service-kit/tasks';

import type { KnownLead } from '../request-state/lead.ts';

export interface LeadCopy {
  projectId: string;
  id: string;
  /** Its `lead_id`; an erased lead has only its `_id`. */
  leadId: string;
  version: number;
  deleted: boolean;
  record: object;
}

/** Read model of leads. Only a newer version replaces a record, whatever the order of arrival. */
export class LeadCopies {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** By `lead_id`, also in the trash, from which a lead may be restored. */
  async find(projectId: string, leadId: string): Promise<KnownLead | undefined> {
    const text = `select c.id, c.version, c.record from copy_lead c where c.id_project = $1 and c.lead_id = $2`;
    const [lead] = await this.#db.query<KnownLead>({ name: 'lead_by_own_id', text }, [projectId, leadId]);
    return lead;
  }

  /** By `lead_id`, without deleted ones. */
  async named(projectId: string, leadId: string): Promise<KnownLead | undefined> {
    const text = `select c.id, c.version, c.record from copy_lead c
      where c.id_project = $1 and c.lead_id = $2 and not c.deleted and c.record->>'lead_id' = $2`;
    const [lead] = await this.#db.query<KnownLead>({ name: 'living_lead_by_own_id', text }, [projectId, leadId]);
    return lead;
  }

  /** By `_id`, without deleted ones. */
  async get(projectId: string, id: string): Promise<KnownLead | undefined> {
    const text = `select c.id, c.version, c.record from copy_lead c
      where c.id_project = $1 and c.id = $2 and not c.deleted`;
    const [lead] = await this.#db.query<KnownLead>({ name: 'lead_by_id', text }, [projectId, id]);
    return lead;
  }

  keep(copy: LeadCopy): Promise<void> {
    const { projectId, id, leadId, version, deleted, record } = copy;
    return this.#db.transaction(async () => {
      await this.#db.query(lockName, [projectId, leadId]);
      // Of two leads with the same `lead_id` the later one keeps it: the other was only proposed, or is deleted.
      await this.#db.query(giveUpName, [projectId, id, leadId]);
      await this.#db.query(keep, [projectId, id, leadId, version, deleted, JSON.stringify(record)]);
    });
  }

  /**
   * Stores a lead that contacts has not confirmed, and the task that ensures it there, in one statement.
   * @param record without its times, which are the database's
   * @returns the record with its times, and whether it is stored: no if another lead has the `lead_id`
   */
  async propose(
    projectId: string,
    id: string,
    leadId: string,
    record: object,
    task: NewTask,
  ): Promise<{ record: KnownLead['record']; isStored: boolean }> {
    const values = [projectId, id, leadId, JSON.stringify(record), taskRecords([task])];
    const [row] = await this.#db.query<{ times: object; stored: number }>(propose, values);
    notifyTasksWritten(this.#db);
    if (!row) throw new Error('The proposal returned no row');
    return { record: { ...record, ...row.times }, isStored: row.stored === 1 };
  }

  /** Removes a proposed lead for which contacts has another `_id`. */
  async dropProposed(projectId: string, id: string): Promise<void> {
    await this.#db.query('delete from copy_lead where id_project = $1 and id = $2 and version = -1', [projectId, id]);
  }
}

// The answer of contacts and its event may store the same lead concurrently: the upsert resolves a conflict of `_id`s, but not
// one of `lead_id`s.
const locked = (project: string, leadId: string) =>
  `pg_advisory_xact_lock(hashtextextended('lead/' || ${project}::text || '/' || ${leadId}::text, 0))`;
const lockName = { name: 'lead_lock_name', text: `select ${locked('$1', '$2')}` };

const giveUpName = {
  name: 'lead_gives_up_name',
  text: `update copy_lead set lead_id = id
    where id_project = $1 and lead_id = $3 and id <> $2 and (id < $2 or deleted or version < 0)`,
};

const keep = {
  name: 'copy_lead',
  text: `insert into copy_lead as kept (id_project, id, lead_id, version, deleted, record)
    select $1, $2, case when exists (select from copy_lead o where o.id_project = $1 and o.lead_id = $3 and o.id <> $2)
      then $2 else $3 end, $4, $5, $6
    on conflict (id_project, id) do update set lead_id = excluded.lead_id, version = excluded.version,
      deleted = excluded.deleted, record = excluded.record where kept.version < excluded.version`,
};

const propose = {
  name: 'propose_lead',
  text: `with lock as materialized (select ${locked('$1', '$3')}),
    times as (select jsonb_build_object('createdAt', now.at, 'updatedAt', now.at) as record
      from (select to_char(statement_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at) now),
    proposed as (
      insert into copy_lead (id_project, id, lead_id, version, record)
      select $1, $2, $3, -1, $4::jsonb || times.record from lock cross join times
      on conflict (id_project, lead_id) do nothing returning 1),
    inserted_task as (${taskInsert('$5', 'exists (select from proposed)')})
    select times.record as times, (select count(*)::int from proposed) as stored from times`,
};
