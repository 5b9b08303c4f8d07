import type { Database, Statement } from '@parley/service-kit/database';

/** A record of another service as an event brought it. */
export interface CopiedVersion {
  projectId: string;
  /** `_id` of the record. */
  id: string;
  /** Its `__v` after the change; a deletion counts as one. */
  version: number;
  /** Tombstones keep the last record: closed requests still show who served them. */
  deleted: boolean;
  record: object;
}

/** A further key by which a record is found. */
type Names = { principal: string } | Record<never, string>;

/** Read models of records that other services own, kept by events. Only a newer version replaces a record, whatever the order of arrival. */
export class ReadModels {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param principal user id, or `uuid_user` of a visitor */
  keepTeammate(copy: CopiedVersion, principal: string): Promise<void> {
    return this.#keep('copy_teammate', copy, { principal });
  }

  keepDepartment(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_department', copy, {});
  }

  keepGroup(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_group', copy, {});
  }

  keepBot(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_bot', copy, {});
  }

  keepHoliday(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_holiday', copy, {});
  }

  keepCanned(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_canned', copy, {});
  }

  keepSegment(copy: CopiedVersion): Promise<void> {
    return this.#keep('copy_segment', copy, {});
  }

  async keepProject({ projectId, version, deleted, record }: CopiedVersion): Promise<void> {
    const text = `insert into copy_project as kept (id_project, version, deleted, record) values ($1, $2, $3, $4)
      on conflict (id_project) do update
        set version = excluded.version, deleted = excluded.deleted, record = excluded.record
        where kept.version < excluded.version`;
    await this.#db.query({ name: 'copy_project', text }, [projectId, version, deleted, JSON.stringify(record)]);
  }

  async #keep(table: string, copy: CopiedVersion, names: Names): Promise<void> {
    const values = [copy.projectId, copy.id, copy.version, copy.deleted, JSON.stringify(copy.record)];
    await this.#db.query(upsert(table, Object.keys(names)), [...values, ...Object.values(names)]);
  }
}

function upsert(table: string, names: readonly string[]): Statement {
  const columns = ['id_project', 'id', 'version', 'deleted', 'record', ...names];
  const changed = columns.slice(2).map((column) => `${column} = excluded.${column}`);
  return {
    name: table,
    text: `insert into ${table} as kept (${columns.join(', ')}) values (${columns.map((_, place) => `$${place + 1}`).join(', ')})
      on conflict (id_project, id) do update set ${changed.join(', ')} where kept.version < excluded.version`,
  };
}
