import { analyticsErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { enqueueTask } from '@parley/service-kit/tasks';

import { rawTables } from './raw.repository.ts';
import type { Findings, Reconciliation } from './reconciliation.ts';

export const reconcileTask = 'reconcile';

const keptDays = 30;
/** A run without a heartbeat for this long has died. */
const silenceSeconds = 15;

const columns = `id_project as "projectId", id, status, is_repair as "isRepair", is_nightly as "isNightly", zone, "from",
  until, as_of as "asOf", requests, messages, differences, differences_count as "differencesCount", repaired,
  started_at as "startedAt", finished_at as "finishedAt"`;

export type NewRun = Pick<Reconciliation, 'projectId' | 'isRepair' | 'isNightly' | 'zone' | 'from' | 'until'>;

interface RepairState {
  projectId: string;
  isDone: boolean;
  /** Also if it is a run that repairs nothing. */
  isRunning: boolean;
  failures: number;
}

/** The only writer of `reconciliation`. */
export class ReconciliationRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Starts a run in a transaction of its own. @throws reconcile_running */
  start(run: NewRun): Promise<Reconciliation> {
    return this.#db.outside(() => this.#db.transaction(() => this.#start(run)));
  }

  async #start({ projectId, isRepair, isNightly, zone, from, until }: NewRun): Promise<Reconciliation> {
    await this.#db.query(lock, [projectId]);
    const [other] = await this.#db.query<{ id: string }>(running, [projectId]);
    if (other) throw analyticsErrors.reconcile_running({ conflict: other.id });
    const id = newId();
    const [made] = await this.#db.query<Reconciliation>(insert, [
      projectId,
      id,
      isRepair,
      isNightly,
      zone,
      from,
      until,
    ]);
    if (!made) throw new Error('A run was not made.');
    await enqueueTask(this.#db, { projectId, id, kind: reconcileTask, payload: {} });
    return made;
  }

  /** @throws run_not_found */
  async get(projectId: string, id: string): Promise<Reconciliation> {
    const [run] = await this.#db.outside(() => this.#db.query<Reconciliation>(get, [projectId, id]));
    if (!run) throw analyticsErrors.run_not_found();
    return run;
  }

  /** What has come of repairs of these projects since then. */
  repairsOf(projectIds: readonly string[], since: Date): Promise<RepairState[]> {
    return this.#db.query<RepairState>(repairs, [projectIds, since]);
  }

  async heartbeat({ projectId, id }: Reconciliation): Promise<void> {
    await this.#db.query('update reconciliation set alive_at = now() where id_project = $1 and id = $2', [
      projectId,
      id,
    ]);
  }

  async finish(run: Reconciliation, findings: Findings): Promise<void> {
    const { projectId, id, asOf, requests, messages, repaired } = run;
    const differences = JSON.stringify(findings.differences);
    await this.#db.query(finish, [projectId, id, asOf, requests, messages, differences, findings.count, repaired]);
  }

  async fail(projectId: string, id: string): Promise<void> {
    await this.#db.query(fail, [projectId, id]);
  }

  /** Fails runs whose process has died, and removes old runs. */
  async sweep(): Promise<void> {
    await this.#db.query(failLost, [silenceSeconds]);
    for (const table of rawTables) {
      await this.#db.query(`delete from ${table} w where not exists (select from reconciliation r
        where r.id_project = w.id_project and r.id = w.run and r.status = 'running')`);
    }
    await this.#db.query(`delete from reconciliation where started_at < now() - interval '${keptDays} days'`);
  }

  /** Projects with activity in this period that no nightly run has compared up to its end. */
  async dueForNightly(from: Date, until: Date): Promise<string[]> {
    const text = `select distinct id_project as id from request_fact f
      where (created_at >= $1 or told_at >= $1) and created_at < $2 and not exists (
        select from reconciliation r
        where r.id_project = f.id_project and r.is_nightly and r.until = $2 and r.status <> 'failed')`;
    return (await this.#db.query<{ id: string }>(text, [from, until])).map(({ id }) => id);
  }
}

const lock = {
  name: 'reconciliation_lock',
  text: `select pg_advisory_xact_lock(hashtextextended('reconcile ' || $1, 0)) is null as locked`,
};

const running = {
  name: 'reconciliation_running',
  text: `select id from reconciliation where id_project = $1 and status = 'running' limit 1`,
};

const repairs = {
  name: 'reconciliation_repairs',
  text: `select p.id as "projectId",
      coalesce(bool_or(r.is_repair and r.status = 'done' and r.started_at >= $2), false) as "isDone",
      coalesce(bool_or(r.status = 'running'), false) as "isRunning",
      (count(*) filter (where r.is_repair and r.status = 'failed' and r.started_at >= $2))::integer as failures
    from unnest($1::text[]) as p(id) left join reconciliation r on r.id_project = p.id
    group by p.id order by p.id`,
};

const insert = {
  name: 'reconciliation_insert',
  text: `insert into reconciliation (id_project, id, status, is_repair, is_nightly, zone, "from", until)
    values ($1, $2, 'running', $3, $4, $5, $6, $7) returning ${columns}`,
};

const get = {
  name: 'reconciliation_get',
  text: `select ${columns} from reconciliation where id_project = $1 and id = $2`,
};

const finish = {
  name: 'reconciliation_finish',
  text: `update reconciliation set status = 'done', as_of = $3, requests = $4, messages = $5, differences = $6::jsonb,
      differences_count = $7, repaired = $8, finished_at = now()
    where id_project = $1 and id = $2 and status = 'running'`,
};

const fail = {
  name: 'reconciliation_fail',
  text: `update reconciliation set status = 'failed', finished_at = now()
    where id_project = $1 and id = $2 and status = 'running'`,
};

const failLost = {
  name: 'reconciliation_fail_lost',
  text: `update reconciliation set status = 'failed', finished_at = now()
    where status = 'running' and alive_at < now() - $1 * interval '1 s'`,
};
