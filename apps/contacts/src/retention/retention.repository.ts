import { LeadStatus } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** A lead that was last changed before the limit. */
export interface OldLead {
  id: string;
  status: number;
  updatedAt: Date;
}

/** A project whose leads expire, and how far its sweep has come. */
export interface Sweep {
  projectId: string;
  before: Date;
  after: OldLead | undefined;
}

const batchSize = 200;
const statuses = [LeadStatus.temporary, LeadStatus.normal, LeadStatus.trashed];

/** The only writer of `lead_retention`. */
export class RetentionRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** A changed number of days begins the sweep again. */
  async keep(projectId: string, version: number, days: number | undefined): Promise<void> {
    await this.#db.query(keep, [projectId, version, days ?? null]);
  }

  /** The project whose sweep is due for the longest time. */
  async next(): Promise<Sweep | undefined> {
    const [row] = await this.#db.query<{ projectId: string; before: Date } & Nullable<OldLead>>(nextSweep);
    if (!row) return undefined;
    const { projectId, before, id, status, updatedAt } = row;
    const after = id !== null && status !== null && updatedAt !== null ? { id, status, updatedAt } : undefined;
    return { projectId, before, after };
  }

  /** The next old leads of the sweep: status by status, those that were changed longest ago first. */
  async old({ projectId, before, after }: Sweep): Promise<OldLead[]> {
    const from = after ? statuses.indexOf(after.status as LeadStatus) : 0;
    for (const status of statuses.slice(from)) {
      const place = after?.status === status ? [after.updatedAt, after.id] : [null, ''];
      const leads = await this.#db.query<OldLead>(oldLeads, [projectId, status, before, ...place]);
      if (leads.length > 0) return leads;
    }
    return [];
  }

  /** It waits behind all that are due now. */
  async advance(projectId: string, { status, updatedAt, id }: OldLead): Promise<void> {
    await this.#db.query(advance, [projectId, status, updatedAt, id]);
  }

  /** The next one begins a day later. */
  async finish(projectId: string): Promise<void> {
    await this.#db.query(finish, [projectId]);
  }
}

type Nullable<Type> = { [Name in keyof Type]: Type[Name] | null };

/** The columns have whole ms: rounded up, what is due now would be due half a millisecond later. */
const now = `date_trunc('milliseconds', clock_timestamp())`;

const keep = {
  name: 'lead_retention_keep',
  text: `insert into lead_retention as r (id_project, version, days, next_at) values ($1, $2, $3, ${now})
    on conflict (id_project) do update set version = excluded.version, days = excluded.days,
      status = case when r.days is distinct from excluded.days then null else r.status end,
      next_at = case when r.days is distinct from excluded.days then excluded.next_at else r.next_at end
    where r.version < excluded.version`,
};

const nextSweep = {
  name: 'lead_retention_next',
  text: `select r.id_project as "projectId", clock_timestamp() - r.days * interval '1 day' as before,
      r.status, case when r.status is not null then r.after_at end as "updatedAt", case when r.status is not null then r.after_id end as id
    from lead_retention r where r.days is not null and r.next_at <= clock_timestamp() order by r.next_at limit 1`,
};

const oldLeads = {
  name: 'leads_old',
  text: `select l.id, l.status, l.updated_at as "updatedAt" from lead l
    where l.id_project = $1 and l.status = $2 and l.updated_at < $3 and ($4::timestamptz is null or (l.updated_at, l.id) > ($4, $5))
      and not exists (select from erasure e where e.id_project = $1 and e.lead = l.id)
    order by l.updated_at, l.id limit ${batchSize}`,
};

const advance = {
  name: 'lead_retention_advance',
  text: `update lead_retention set status = $2, after_at = $3, after_id = $4, next_at = ${now} where id_project = $1`,
};

const finish = {
  name: 'lead_retention_finish',
  text: `update lead_retention set status = null, next_at = clock_timestamp() + interval '1 day' where id_project = $1`,
};
