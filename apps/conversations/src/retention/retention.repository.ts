import type { Database } from '@parley/service-kit/database';

import { isHeldSql } from '../hold/hold.repository.ts';
import type { ExpiringKind, RetentionDays } from './retention.ts';

/** A due request. */
export interface Expired {
  id: string;
  requestId: string;
  /** Since when its days count. */
  since: Date;
}

/** What a project has deleted, and the time. */
export interface ProjectRetention {
  projectId: string;
  days: RetentionDays;
  now: Date;
}

/** The largest count of a preview. */
export const maxCounted = 1_000_000;
const sampleSize = 5;

/** Finds what the retention of projects deletes; never what a hold keeps. */
export class RetentionQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** The next projects that have a retention, in the order of their ids. */
  projects(after: string): Promise<ProjectRetention[]> {
    return this.#db.query(projects, [after]);
  }

  /** The next due requests after `after`, the oldest first. */
  due(projectId: string, kind: ExpiringKind, before: Date, after: Expired | undefined): Promise<Expired[]> {
    return this.#db.query<Expired>(dueOf[kind], [projectId, before, after?.since ?? null, after?.id ?? '']);
  }

  /** How many are due, up to `maxCounted`, and the oldest of them. */
  async count(projectId: string, kind: ExpiringKind, before: Date): Promise<{ count: number; sample: Expired[] }> {
    const [row] = await this.#db.query<{ count: number }>(countOf[kind], [projectId, before]);
    const sample = await this.due(projectId, kind, before, undefined);
    return { count: row?.count ?? 0, sample: sample.slice(0, sampleSize) };
  }

  async now(): Promise<Date> {
    const [row] = await this.#db.query<{ now: Date }>('select clock_timestamp() as now');
    return row?.now ?? new Date();
  }
}

/** Requests deleted between two looks at the clock: at most this many a second and project. */
export const batchSize = 50;

const projects = {
  name: 'retention_projects',
  text: `select p.id_project as "projectId", p.record->'settings'->'retention' as days, clock_timestamp() as now
    from copy_project p where not p.deleted and p.record->'settings' ? 'retention' and p.id_project > $1
    order by p.id_project limit 200`,
};

const conditions: Record<ExpiringKind, { since: string; holds: string }> = {
  closed_requests: { since: 'r.closed_at', holds: 'r.status = 1000' },
  drafts: { since: 'r.created_at', holds: '(r.preflight or r.draft)' },
};

const fromDue = ({ since, holds }: { since: string; holds: string }) =>
  `from request r where r.id_project = $1 and ${holds} and ${since} < $2 and not ${isHeldSql}`;

const dueText = (kind: ExpiringKind) => {
  const { since } = conditions[kind];
  const text = `select r.id, r.request_id as "requestId", ${since} as since ${fromDue(conditions[kind])}
    and ($3::timestamptz is null or (${since}, r.id) > ($3, $4)) order by ${since}, r.id limit ${batchSize}`;
  return { name: `expired_${kind}`, text };
};
const countText = (kind: ExpiringKind) => {
  const text = `select count(*)::int as count from (select 1 ${fromDue(conditions[kind])} limit ${maxCounted}) due`;
  return { name: `expired_${kind}_count`, text };
};

const dueOf = { closed_requests: dueText('closed_requests'), drafts: dueText('drafts') };
const countOf = { closed_requests: countText('closed_requests'), drafts: countText('drafts') };
