import {
  type DomainEvent,
  type ExportFailure,
  exportDeleted,
  exportErrors,
  exportRequested,
  exportSigned,
  type PageQuery,
} from '@parley/contracts';
import {
  binder,
  type Database,
  isUniqueViolation,
  type Placed,
  pageOf,
  recordTable,
  type SortedList,
} from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
import { enqueueTask } from '@parley/service-kit/tasks';

import { removeObjectTask } from '../file/file.repository.ts';
import { type ExportPart, inEvent, type ProjectExport } from './export.ts';

const rowsPerRound = 100;

const table = recordTable<ProjectExport>('exports', 'e', {
  ...{ projectId: 'id_project', id: 'id', status: 'status', includeFiles: 'include_files', progress: 'progress' },
  ...{ size: 'size', parts: 'parts', asOf: 'as_of', error: 'error', attempts: 'attempts', dueAt: 'due_at' },
  ...{ createdBy: 'created_by', createdAt: 'created_at', updatedAt: 'updated_at', finishedAt: 'finished_at' },
  ...{ expiresAt: 'expires_at', version: 'version' },
});

const list: SortedList<'createdAt'> = {
  name: 'exports',
  columns: { createdAt: { sql: 'e.created_at', type: 'timestamptz' } },
  id: 'e.id',
  defaultField: 'createdAt',
};

/** Which export a run writes; its changes count only as long as no later run has begun. */
export type Run = Pick<ProjectExport, 'projectId' | 'id' | 'attempts'>;

const ofRun = `e.id_project = $1 and e.id = $2 and e.attempts = $3 and e.status = 'running'`;
const keyOf = ({ projectId, id, attempts }: Run) => [projectId, id, attempts];

/** The only writer of `exports` and `export_parts`. */
export class ExportRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws exportErrors.export_not_found */
  async get(projectId: string, id: string): Promise<ProjectExport> {
    const text = `select ${table.columns} from exports e where e.id_project = $1 and e.id = $2`;
    const [found] = await this.#db.query<ProjectExport>(text, [projectId, id]);
    if (!found) throw exportErrors.export_not_found();
    return found;
  }

  async list(projectId: string, query: PageQuery<'createdAt'>) {
    const page = pageOf(list, query);
    const values: unknown[] = [projectId];
    const bind = binder(values);
    const rows = await this.#db.query<ProjectExport & Placed>(
      `select ${table.columns}, ${page.columns} from exports e
       where e.id_project = $1 and ${page.after(bind)} order by ${page.order} ${page.limit(bind)}`,
      values,
    );
    const text = 'select count(*) as count from exports where id_project = $1';
    const [all] = await this.#db.query<{ count: number }>(text, [projectId]);
    const { rows: exports, next } = page.cut(rows);
    return { exports, next, count: all?.count ?? 0, perPage: page.perPage };
  }

  /** @param check throws if it must not be after all @throws exportErrors.export_running */
  async insert(one: ProjectExport, check: () => Promise<void>): Promise<void> {
    try {
      await this.#db.transaction(async () => {
        await this.#db.query(table.insert, [table.parameter(one)]);
        await check();
        await this.#announce(one, exportRequested({ export: inEvent(one) }));
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw exportErrors.export_running({}, error);
    }
  }

  /** Its parts, and that they were asked for. @throws exportErrors.export_not_found, export_unfinished, export_expired */
  async sign(projectId: string, id: string): Promise<ExportPart[]> {
    return this.#db.transaction(async () => {
      const text = 'update exports set version = version + 1 where id_project = $1 and id = $2';
      await this.#db.query(text, [projectId, id]);
      const one = await this.get(projectId, id);
      checkParts(one);
      await this.#announce(one, exportSigned({ export: inEvent(one) }));
      return this.#parts(one);
    });
  }

  /** @throws exportErrors.part_not_found, export_expired */
  async part(projectId: string, id: string, name: string): Promise<ExportPart> {
    const text = `select e.status, e.expires_at <= now() as "isOver", p.name, p.object_key as "objectKey", p.size, p.sha256
      from exports e left join export_parts p on p.id_project = e.id_project and p.id_export = e.id and p.name = $3
      where e.id_project = $1 and e.id = $2
        and not exists (select from projects d where d.id_project = $1 and d.deleted_at is not null)`;
    const [found] = await this.#db.query<ExportPart & { status: string; isOver: boolean }>(text, [projectId, id, name]);
    if (found?.status === 'expired' || (found?.status === 'done' && found.isOver)) throw exportErrors.export_expired();
    if (found?.status !== 'done' || found.objectKey === null) throw exportErrors.part_not_found();
    return found;
  }

  /** @throws exportErrors.export_not_found */
  async remove(projectId: string, id: string): Promise<ProjectExport> {
    return this.#db.transaction(async () => {
      const text = `delete from exports e where e.id_project = $1 and e.id = $2 returning ${table.columns}`;
      const [one] = await this.#db.query<ProjectExport>(text, [projectId, id]);
      if (!one) throw exportErrors.export_not_found();
      const gone = { ...one, version: one.version + 1 };
      await this.#removeParts(projectId, id);
      await this.#announce(gone, exportDeleted({ export: inEvent(gone) }));
      return gone;
    });
  }

  /** Begins a run of the export that waits longest; what an earlier run of it has stored is removed. */
  async take(): Promise<ProjectExport | undefined> {
    return this.#db.transaction(async () => {
      const [taken] = await this.#db.query<ProjectExport>(take);
      if (taken) await this.#removeParts(taken.projectId, taken.id);
      return taken;
    });
  }

  /** @returns false when the run is over */
  async report(run: Run, { progress, asOf }: Pick<ProjectExport, 'progress' | 'asOf'>): Promise<boolean> {
    const text = `update exports e set progress = $4, as_of = $5, updated_at = now(), version = version + 1
      where ${ofRun} returning 1`;
    return (await this.#db.query(text, [...keyOf(run), progress, asOf])).length > 0;
  }

  /** @returns false when the run is over: the bytes of the part belong to no export */
  async addPart(run: Run, { name, objectKey, size, sha256 }: ExportPart): Promise<boolean> {
    return this.#db.transaction(async () => {
      const counted = `update exports e set size = size + $4, parts = parts + 1, updated_at = now(), version = version + 1
        where ${ofRun} returning 1`;
      if ((await this.#db.query(counted, [...keyOf(run), size])).length === 0) return false;
      const text = `insert into export_parts (id_project, id_export, name, object_key, size, sha256) values ($1, $2, $3, $4, $5, $6)`;
      await this.#db.query(text, [run.projectId, run.id, name, objectKey, size, sha256]);
      return true;
    });
  }

  async finish(run: Run, expiresAt: Date): Promise<void> {
    const text = `update exports e set status = 'done', finished_at = now(), updated_at = now(), expires_at = $4,
        version = version + 1 where ${ofRun}`;
    await this.#db.query(text, [...keyOf(run), expiresAt]);
  }

  /** The run failed: it is begun again in `inMs`. */
  async postpone(run: Run, inMs: number): Promise<void> {
    const text = `update exports e set due_at = now() + $4 * interval '1 ms', updated_at = now(), version = version + 1 where ${ofRun}`;
    await this.#db.query(text, [...keyOf(run), inMs]);
  }

  async fail(run: Run, error: ExportFailure): Promise<void> {
    await this.#db.transaction(async () => {
      const text = `update exports e set status = 'failed', error = $4, finished_at = now(), updated_at = now(),
          size = 0, parts = 0, version = version + 1 where ${ofRun} returning 1`;
      const failed = await this.#db.query(text, [...keyOf(run), error]);
      if (failed.length > 0) await this.#removeParts(run.projectId, run.id);
    });
  }

  /** Ends all exports of a project, also one that runs: what they hold of a person must go. */
  async end(projectId: string): Promise<void> {
    await this.#db.transaction(async () => {
      const text = `update exports set status = case status when 'running' then 'failed' else 'expired' end,
          error = case status when 'running' then 'erasure' end, finished_at = coalesce(finished_at, now()), updated_at = now(),
          version = version + 1
        where id_project = $1 and status in ('running', 'done') returning id`;
      for (const { id } of await this.#db.query<{ id: string }>(text, [projectId]))
        await this.#removeParts(projectId, id);
    });
  }

  /** Removes the parts of exports whose time is up, and forgets old exports. @returns whether there are more */
  async expire(): Promise<boolean> {
    return this.#db.transaction(async () => {
      const over = await this.#db.query<Pick<ProjectExport, 'projectId' | 'id'>>(expire);
      for (const { projectId, id } of over) await this.#removeParts(projectId, id);
      const forgotten = await this.#db.query(forget);
      return over.length === rowsPerRound || forgotten.length === rowsPerRound;
    });
  }

  async #parts({ projectId, id }: ProjectExport): Promise<ExportPart[]> {
    const text = `select name, object_key as "objectKey", size, sha256 from export_parts
      where id_project = $1 and id_export = $2 order by name`;
    return this.#db.query<ExportPart>(text, [projectId, id]);
  }

  async #removeParts(projectId: string, id: string): Promise<void> {
    const text = 'delete from export_parts where id_project = $1 and id_export = $2 returning object_key as object';
    for (const { object } of await this.#db.query<{ object: string }>(text, [projectId, id]))
      await enqueueTask(this.#db, {
        ...{ projectId, id: `remove-object ${object}`, kind: removeObjectTask },
        payload: { object },
      });
  }

  #announce({ projectId, id, version }: ProjectExport, event: DomainEvent): Promise<void> {
    return announce(this.#db, { noun: 'export', projectId, id, version }, [event]);
  }
}

function checkParts({ status, expiresAt }: ProjectExport): void {
  if (status === 'expired' || (expiresAt && expiresAt.getTime() <= Date.now())) throw exportErrors.export_expired();
  if (status !== 'done') throw exportErrors.export_unfinished();
}

const take = {
  name: 'export-take',
  text: `update exports e set attempts = attempts + 1, size = 0, parts = 0, progress = '{}', as_of = '{}', updated_at = now(),
      version = version + 1
    from (select id_project, id from exports where status = 'running' and due_at <= now()
      order by due_at limit 1 for update skip locked) next
    where e.id_project = next.id_project and e.id = next.id returning ${table.columns}`,
};

const expire = {
  name: 'export-expire',
  text: `update exports e set status = 'expired', updated_at = now(), version = version + 1
    from (select id_project, id from exports where status = 'done' and expires_at <= now() limit ${rowsPerRound}) over
    where e.id_project = over.id_project and e.id = over.id returning e.id_project as "projectId", e.id`,
};

const forget = {
  name: 'export-forget',
  text: `delete from exports where (id_project, id) in (select id_project, id from exports
    where created_at < now() - interval '90 days' and status in ('failed', 'expired') limit ${rowsPerRound}) returning 1`,
};
