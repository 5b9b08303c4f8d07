import { erasureErrors } from '@parley/contracts';
import { type Database, recordTable } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

import type { LeadRepository } from '../lead/lead.repository.ts';
import type { Lead } from '../lead/lead.ts';
import { type Erasure, erasedLeadId } from './erasure.ts';

/** Kind of the task that advances an erasure until it is done. */
export const erasureTask = 'erase-subject';

const erasures = recordTable<Erasure>(
  'erasure',
  'e',
  {
    id: 'id',
    projectId: 'id_project',
    lead: 'lead',
    leadId: 'lead_id',
    requests: 'requests',
    status: 'status',
    requestedBy: 'requested_by',
    reason: 'reason',
    services: 'services',
    receipt: 'receipt',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    finishedAt: 'finished_at',
    version: 'version',
  },
  ['createdAt'],
);
const select = `select ${erasures.columns} from erasure e`;
const storeRunning = { name: 'erasure_store_running', text: `${erasures.update.text} and e.status = 'running'` };

/** The only writer of `erasure`. Leads read it, to see whether they are being erased. */
export class ErasureRepository {
  readonly #db: Database;
  readonly #leads: LeadRepository;

  constructor(db: Database, leads: LeadRepository) {
    this.#db = db;
    this.#leads = leads;
  }

  /**
   * Erases the data of a lead and enqueues the task for the rest, in one transaction.
   * @throws lead_not_found; erasure_running
   */
  begin(projectId: string, lead: string, at: Date, decide: (current: Lead) => Erasure): Promise<Erasure> {
    return this.#db.transaction(async () => {
      const erasure = await this.#leads.erase(projectId, lead, at, async (current) => {
        const running = await this.findByLead(projectId, lead);
        if (running) throw erasureErrors.erasure_running({ conflict: running.id });
        const made = decide(current);
        return { leadId: erasedLeadId(made.id), made };
      });
      await this.#db.query(erasures.insert, [erasures.parameter(erasure)]);
      const { id } = erasure;
      await enqueueTask(this.#db, { projectId, id: `erasure:${id}`, kind: erasureTask, payload: { erasure: id } });
      return erasure;
    });
  }

  /** @throws erasure_not_found */
  async get(projectId: string, id: string): Promise<Erasure> {
    const text = `${select} where e.id_project = $1 and e.id = $2`;
    const [erasure] = await this.#db.query<Erasure>({ name: 'erasure_get', text }, [projectId, id]);
    if (!erasure) throw erasureErrors.erasure_not_found();
    return erasure;
  }

  /** The erasure of a lead, running or done. */
  async findByLead(projectId: string, lead: string): Promise<Erasure | undefined> {
    const text = `${select} where e.id_project = $1 and e.lead = $2`;
    const [erasure] = await this.#db.query<Erasure>({ name: 'erasure_of_lead', text }, [projectId, lead]);
    return erasure;
  }

  /** `_id` of the leads of a project who were erased, in their order, after this one. */
  async erasedAfter(projectId: string, after: string): Promise<string[]> {
    const text = 'select lead from erasure where id_project = $1 and lead > $2 order by lead limit 1000';
    const rows = await this.#db.query<{ lead: string }>({ name: 'erasures_after', text }, [projectId, after]);
    return rows.map(({ lead }) => lead);
  }

  /** Of all projects. */
  async countRunning(): Promise<number> {
    const text = `select count(*)::integer as count from erasure where status = 'running'`;
    const [row] = await this.#db.query<{ count: number }>({ name: 'erasure_count_running', text }, []);
    return row?.count ?? 0;
  }

  /** Stores the progress of a running erasure; a finished one is left unchanged. */
  async storeProgress(erasure: Erasure, at: Date): Promise<Erasure> {
    const next = { ...erasure, updatedAt: at, version: erasure.version + 1 };
    await this.#db.query(storeRunning, [erasures.parameter(next)]);
    return next;
  }

  /** Finishes an erasure and deletes the row of the lead. */
  finish(erasure: Erasure, at: Date): Promise<Erasure> {
    return this.#db.transaction(async () => {
      await this.#leads.removeErased(erasure.projectId, erasure.lead);
      return this.storeProgress(erasure, at);
    });
  }
}
