import { isDeepStrictEqual } from 'node:util';
import { type AppError, commonErrors, type DomainEvent } from '@parley/contracts';
import { checkIfMatch, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

/** A record that is its owner's alone, or shared by the team. */
export interface OwnedRow<Stored> {
  id: string;
  version: number;
  /** Principal of its author. */
  owner: string;
  shared: boolean;
  position: number;
  record: Stored;
}

/** Who reads or writes. */
export interface Reader {
  principal: string;
  /** Sees all that is shared, whomever it is shared with. */
  isAdmin: boolean;
}

interface StatementOptions {
  /** The table, whose name is the noun of its events. */
  table: 'macro' | 'view' | 'survey';
  /** SQL: whether a shared `t` is shared with the principal `$2`. */
  sharedWith: string;
  maxShared: number;
  maxPersonal: number;
}

interface OwnedOptions<Stored, View> extends StatementOptions {
  notFound(): AppError;
  viewOf(projectId: string, row: OwnedRow<Stored>): View;
  created(view: View): DomainEvent;
  updated(view: View, changes: string[]): DomainEvent;
  deleted(view: View): DomainEvent;
}

/** The only writer of a table of owned records: those of a person do not exist for others, and only shared ones are announced. */
export class OwnedRecords<Stored extends { createdAt: string; updatedAt: string }, View extends object> {
  readonly #db: Database;
  readonly #options: OwnedOptions<Stored, View>;
  readonly #texts: ReturnType<typeof statementsOf>;

  constructor(db: Database, options: OwnedOptions<Stored, View>) {
    this.#db = db;
    this.#options = options;
    this.#texts = statementsOf(options);
  }

  /** Shared ones, and those of the reader. */
  async list(projectId: string, { principal, isAdmin }: Reader): Promise<View[]> {
    const rows = await this.#db.query<OwnedRow<Stored>>(this.#texts.list, [projectId, principal, isAdmin]);
    return rows.map((row) => this.#options.viewOf(projectId, row));
  }

  /** @throws what `notFound` makes */
  async get(projectId: string, id: string, reader: Reader): Promise<View> {
    return this.#options.viewOf(projectId, await this.#find('one', projectId, id, reader));
  }

  /** @throws limit_reached */
  create(
    projectId: string,
    { owner, shared, position }: Pick<OwnedRow<Stored>, 'owner' | 'shared' | 'position'>,
    makeRecord: (at: string) => Stored,
  ): Promise<View> {
    return this.#db.transaction(async () => {
      await this.#refuseTooMany(projectId, owner, shared);
      const row = { id: newId(), version: 0, owner, shared, position, record: makeRecord(await this.#now()) };
      const values = [projectId, row.id, owner, shared, position, JSON.stringify(row.record)];
      await this.#db.query(this.#texts.insert, values);
      const view = this.#options.viewOf(projectId, row);
      if (shared) await this.#announce(projectId, row, this.#options.created(view));
      return view;
    });
  }

  /** @throws what `notFound` makes, version_mismatch, limit_reached */
  update(
    projectId: string,
    id: string,
    writer: Reader,
    decide: (row: OwnedRow<Stored>) => OwnedRow<Stored>,
  ): Promise<View> {
    return this.#db.transaction(async () => {
      const current = await this.#find('lock', projectId, id, writer);
      checkIfMatch(current.version);
      const decided = decide(current);
      const changes = changesOf(current, decided);
      if (changes.length === 0) return this.#options.viewOf(projectId, current);
      // It becomes that of the one who makes it personal.
      const owner = current.shared && !decided.shared ? writer.principal : current.owner;
      if (current.shared !== decided.shared) await this.#refuseTooMany(projectId, owner, decided.shared);
      const record = { ...decided.record, updatedAt: await this.#now() };
      const row = { ...decided, owner, version: current.version + 1, record };
      const { version, shared, position } = row;
      await this.#db.query(this.#texts.update, [
        ...[projectId, id, version, owner, shared, position, JSON.stringify(record)],
      ]);
      const view = this.#options.viewOf(projectId, row);
      if (current.shared || shared) await this.#announce(projectId, row, this.#options.updated(view, changes));
      return view;
    });
  }

  /** @param check refuses it @throws what `notFound` makes, version_mismatch */
  remove(projectId: string, id: string, writer: Reader, check: (row: OwnedRow<Stored>) => void): Promise<View> {
    return this.#db.transaction(async () => {
      const current = await this.#find('lock', projectId, id, writer);
      check(current);
      checkIfMatch(current.version);
      await this.#db.query(this.#texts.remove, [projectId, id]);
      const row = { ...current, version: current.version + 1 };
      const view = this.#options.viewOf(projectId, row);
      if (current.shared) await this.#announce(projectId, row, this.#options.deleted(view));
      return view;
    });
  }

  async #find(
    which: 'one' | 'lock',
    projectId: string,
    id: string,
    { principal, isAdmin }: Reader,
  ): Promise<OwnedRow<Stored>> {
    const [row] = await this.#db.query<OwnedRow<Stored>>(this.#texts[which], [projectId, principal, isAdmin, id]);
    if (!row) throw this.#options.notFound();
    return row;
  }

  async #refuseTooMany(projectId: string, owner: string, shared: boolean): Promise<void> {
    const { maxShared, maxPersonal } = this.#options;
    await this.#db.query(this.#texts.serialise, [projectId]);
    const [row] = await this.#db.query<{ count: number }>(this.#texts.count, [projectId, owner, shared]);
    const limit = shared ? maxShared : maxPersonal;
    if ((row?.count ?? 0) >= limit) throw commonErrors.limit_reached({ limit });
  }

  async #now(): Promise<string> {
    const [{ now } = { now: new Date() }] = await this.#db.query<{ now: Date }>('select clock_timestamp() as now');
    return now.toISOString();
  }

  #announce(projectId: string, { id, version }: OwnedRow<Stored>, event: DomainEvent): Promise<void> {
    return announce(this.#db, { projectId, noun: this.#options.table, id, version }, [event]);
  }
}

function changesOf<Stored extends object>(before: OwnedRow<Stored>, after: OwnedRow<Stored>): string[] {
  const names = [...new Set([...Object.keys(before.record), ...Object.keys(after.record)])];
  const changed = names.filter(
    (name) => !isDeepStrictEqual(Reflect.get(before.record, name), Reflect.get(after.record, name)),
  );
  return [
    ...changed,
    ...(before.shared === after.shared ? [] : ['visibility']),
    ...(before.position === after.position ? [] : ['position']),
  ];
}

function statementsOf({ table, sharedWith, maxShared, maxPersonal }: StatementOptions) {
  const columns = 't.id, t.version, t.owner, t.shared, t.position, t.record';
  const visible = `t.id_project = $1 and case when t.shared then $3 or ${sharedWith} else t.owner = $2 end`;
  const one = `select ${columns} from "${table}" t where ${visible} and t.id = $4`;
  return {
    list: {
      name: `${table}s`,
      text: `select ${columns} from "${table}" t where ${visible}
        order by t.position, t.record->>'name', t.id limit ${maxShared + maxPersonal}`,
    },
    one: { name: table, text: one },
    lock: { name: `${table}_lock`, text: `${one} for update` },
    /** Those who add records to a project wait for each other. */
    serialise: {
      name: `${table}s_serialise`,
      text: `select pg_advisory_xact_lock(hashtext('${table}'), hashtext($1))`,
    },
    count: {
      name: `${table}s_count`,
      text: `select count(*)::int as count from "${table}" t
        where t.id_project = $1 and t.shared = $3 and ($3 or t.owner = $2)`,
    },
    insert: {
      name: `${table}_insert`,
      text: `insert into "${table}" (id_project, id, owner, shared, position, record) values ($1, $2, $3, $4, $5, $6)`,
    },
    update: {
      name: `${table}_update`,
      text: `update "${table}" set version = $3, owner = $4, shared = $5, position = $6, record = $7
        where id_project = $1 and id = $2`,
    },
    remove: { name: `${table}_delete`, text: `delete from "${table}" where id_project = $1 and id = $2` },
  };
}
