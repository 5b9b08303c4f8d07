import { type DomainEvent, leadErrors, type TagCopyChange } from '@parley/contracts';
import { checkIfMatch, currentCall } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { erased, followTag, type Lead, type LeadChange, removed } from './lead.ts';
import { leadColumns, leads } from './lead-rows.repository.ts';

/** The lead that now exists, and how it came about. */
export interface Ensured {
  lead: Lead;
  outcome: 'created' | 'returned' | 'merged';
}

/** Merges into an existing lead with the same `lead_id`. */
export type MergeExisting = (current: Lead) => LeadChange;

/** A conflicting lead may be deleted between the insert and the read; then the insert is retried. */
const maxAttempts = 5;

const notErased = 'and not exists (select from erasure e where e.id_project = $1 and e.lead = l.id)';

/** The only writer of `lead`. */
export class LeadRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async find(projectId: string, id: string): Promise<Lead | undefined> {
    const text = `select ${leadColumns} from lead l where l.id_project = $1 and l.id = $2`;
    const [row] = await this.#db.query<Lead>({ name: 'lead_find', text }, [projectId, id]);
    return row;
  }

  /** The existing leads among these `_id`s and `lead_id`s. */
  findAll(projectId: string, ids: readonly string[], leadIds: readonly string[]): Promise<Lead[]> {
    const text = `select ${leadColumns} from lead l where l.id_project = $1 and (l.id = any($2) or l.lead_id = any($3))`;
    return this.#db.query<Lead>({ name: 'leads_find', text }, [projectId, ids, leadIds]);
  }

  /** The next leads in the order of their `_id`s, those in the trash included. */
  listAfter(projectId: string, after: string): Promise<Lead[]> {
    const text = `select ${leadColumns} from lead l where l.id_project = $1 and l.id > $2 order by l.id limit 500`;
    return this.#db.query<Lead>({ name: 'leads_after', text }, [projectId, after]);
  }

  /** `_id`s of the next leads after `after` that carry a tag, those in the trash included. */
  async tagged(projectId: string, tag: string, after: string): Promise<string[]> {
    const text = `select l.id from lead l where l.id_project = $1 and l.tags @> array[$2::text] and l.id > $3
      order by l.id limit 200`;
    const rows = await this.#db.query<{ id: string }>({ name: 'leads_tagged', text }, [projectId, tag, after]);
    return rows.map(({ id }) => id);
  }

  /**
   * Inserts a lead in one statement against the unique key, or merges into the locked lead with the same `lead_id`.
   * Without `merge` that lead is returned unchanged.
   */
  ensure(lead: Lead, made: DomainEvent, merge?: MergeExisting): Promise<Ensured> {
    return this.#db.transaction(async () => {
      await this.#tellDepth();
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const inserted = await this.#db.query(insertIfNew, [leads.parameter(lead)]);
        if (inserted.length > 0) {
          await this.#announce(lead, [made]);
          return { lead, outcome: 'created' };
        }
        const current = await this.#named(lead.projectId, lead.leadId, merge !== undefined);
        if (!current) continue;
        if (!merge) return { lead: current, outcome: 'returned' };
        return { lead: await this.#store(current, merge(current)), outcome: 'merged' };
      }
      throw new Error('The lead_id was taken and freed again in every attempt.');
    });
  }

  /** Locks a lead and stores what `decide` returns. @throws lead_not_found */
  update(projectId: string, id: string, decide: (current: Lead) => LeadChange): Promise<Lead> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      return this.#store(current, decide(current));
    });
  }

  /** Follows a change of a tag of the project. A new name changes no membership in segments, which ask for it now. */
  retag(projectId: string, id: string, change: TagCopyChange, at: Date): Promise<Lead> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id);
      const { from, to } = change;
      if (to !== undefined) {
        await this.#db.query(renamesTag);
        await this.#db.query(renameBefore, [projectId, id, from, to]);
      }
      return this.#store(current, followTag(current, change, at));
    });
  }

  /** Deletes the row, without an erasure. @throws lead_not_found */
  remove(projectId: string, id: string): Promise<Lead> {
    return this.#db.transaction(async () => {
      const lead = await this.#lock(projectId, id);
      await this.#tellDepth();
      await this.#db.query(remove, [projectId, id]);
      await this.#announce({ ...lead, version: lead.version + 1 }, [removed(lead)]);
      return lead;
    });
  }

  /**
   * Erases the personal data in a lead; afterwards it cannot be changed.
   * @param decide returns the new `lead_id`, and the result of this call
   * @throws lead_not_found
   */
  erase<Made>(
    projectId: string,
    id: string,
    at: Date,
    decide: (current: Lead) => Promise<{ leadId: string; made: Made }>,
  ): Promise<Made> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(projectId, id, '');
      const { leadId, made } = await decide(current);
      const { next, events } = erased(current, leadId, at);
      await this.#db.query(leads.update, [leads.parameter(next)]);
      await this.#announce(next, events);
      return made;
    });
  }

  /** Deletes the row of an erased lead; its deletion was announced by the erasure. */
  async removeErased(projectId: string, id: string): Promise<void> {
    await this.#db.query(remove, [projectId, id]);
  }

  /** @param besides condition on the row; by default, erased leads are not found */
  async #lock(projectId: string, id: string, besides: typeof notErased | '' = notErased): Promise<Lead> {
    const text = `select ${leadColumns} from lead l where l.id_project = $1 and l.id = $2 ${besides} for update`;
    const [lead] = await this.#db.query<Lead>({ name: `lead_lock ${besides && 'living'}`, text }, [projectId, id]);
    if (!lead) throw leadErrors.lead_not_found();
    checkIfMatch(lead.version);
    return lead;
  }

  async #named(projectId: string, leadId: string, lock: boolean): Promise<Lead | undefined> {
    const text = `select ${leadColumns} from lead l where l.id_project = $1 and l.lead_id = $2${lock ? ' for update' : ''}`;
    const [lead] = await this.#db.query<Lead>(text, [projectId, leadId]);
    return lead;
  }

  async #store(current: Lead, { next, events }: LeadChange): Promise<Lead> {
    if (next === current) return current;
    await this.#tellDepth();
    await this.#db.query(leads.update, [leads.parameter(next)]);
    await this.#announce(next, events);
    return next;
  }

  /** For the trigger that remembers changed leads, so that what follows from the change counts on. */
  async #tellDepth(): Promise<void> {
    const { depth } = currentCall();
    if (depth > 0) await this.#db.query(tellDepth, [String(depth)]);
  }

  #announce(lead: Lead, events: DomainEvent[]): Promise<void> {
    const { projectId, id, version } = lead;
    return announce(this.#db, { noun: 'lead', projectId, id, version }, events);
  }
}

const insertIfNew = { name: 'lead_insert_if_new', text: `${leads.insert.text} on conflict do nothing returning 1` };
const remove = { name: 'lead_remove', text: 'delete from lead where id_project = $1 and id = $2' };
const tellDepth = { name: 'lead_depth', text: `select set_config('parley.depth', $1, true)` };
const renamesTag = { name: 'lead_renames_tag', text: `select set_config('parley.renames_tag', 'on', true)` };
const renameBefore = {
  name: 'lead_before_rename',
  text: `update lead_before set record = jsonb_set(record, '{tags}', (
      select jsonb_agg(case when tag = $3 then $4 else tag end) from jsonb_array_elements_text(record->'tags') tag))
    where id_project = $1 and lead = $2 and record->'tags' ? $3`,
};
