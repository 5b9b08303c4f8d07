import { isDeepStrictEqual } from 'node:util';
import {
  commonErrors,
  type DomainEvent,
  type MacroView,
  macroCreated,
  macroDeleted,
  macroUpdated,
  maxMacros,
  maxPersonalMacros,
  requestErrors,
} from '@parley/contracts';
import { checkIfMatch, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import { type MacroRecord, type MacroRow, viewMacro } from './macro.ts';

/** The only writer of `macro`. Personal macros exist for their owner alone. */
export class MacroRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Shared ones, and those of the reader. */
  async list(projectId: string, reader: string): Promise<MacroView[]> {
    const rows = await this.#db.query<MacroRow>(visibleMacros, [projectId, reader]);
    return rows.map((row) => viewMacro(projectId, row));
  }

  /** @throws macro_not_found */
  async get(projectId: string, id: string, reader: string): Promise<MacroView> {
    return viewMacro(projectId, await this.#find(oneMacro, projectId, id, reader));
  }

  /** @throws limit_reached */
  create(
    projectId: string,
    { owner, shared, position }: Pick<MacroRow, 'owner' | 'shared' | 'position'>,
    makeRecord: (at: string) => MacroRecord,
  ): Promise<MacroView> {
    return this.#db.transaction(async () => {
      await this.#refuseTooMany(projectId, shared ? undefined : owner);
      const row = { id: newId(), version: 0, owner, shared, position, record: makeRecord(await this.#now()) };
      await this.#db.query(insertMacro, [projectId, row.id, owner, shared, position, JSON.stringify(row.record)]);
      const macro = viewMacro(projectId, row);
      if (shared) await this.#announce(projectId, macro, macroCreated({ macro }));
      return macro;
    });
  }

  /** @throws macro_not_found, version_mismatch, limit_reached */
  update(projectId: string, id: string, writer: string, decide: (row: MacroRow) => MacroRow): Promise<MacroView> {
    return this.#db.transaction(async () => {
      const current = await this.#find(lockMacro, projectId, id, writer);
      checkIfMatch(current.version);
      const decided = decide(current);
      const changes = changesOf(viewMacro(projectId, current), viewMacro(projectId, decided));
      if (changes.length === 0) return viewMacro(projectId, current);
      // It becomes the macro of the one who makes it personal.
      const owner = current.shared && !decided.shared ? writer : current.owner;
      if (current.shared && !decided.shared) await this.#refuseTooMany(projectId, owner);
      const record = { ...decided.record, updatedAt: await this.#now() };
      const row = { ...decided, owner, version: current.version + 1, record };
      const { version, shared, position } = row;
      await this.#db.query(updateMacro, [projectId, id, version, owner, shared, position, JSON.stringify(record)]);
      const macro = viewMacro(projectId, row);
      if (current.shared || shared) await this.#announce(projectId, macro, macroUpdated({ macro, changes }));
      return macro;
    });
  }

  /** @param check refuses it @throws macro_not_found, version_mismatch */
  remove(projectId: string, id: string, writer: string, check: (row: MacroRow) => void): Promise<MacroView> {
    return this.#db.transaction(async () => {
      const current = await this.#find(lockMacro, projectId, id, writer);
      check(current);
      checkIfMatch(current.version);
      await this.#db.query(deleteMacro, [projectId, id]);
      const macro = viewMacro(projectId, { ...current, version: current.version + 1 });
      if (current.shared) await this.#announce(projectId, macro, macroDeleted({ macro }));
      return macro;
    });
  }

  async #find(statement: typeof oneMacro, projectId: string, id: string, reader: string): Promise<MacroRow> {
    const [row] = await this.#db.query<MacroRow>(statement, [projectId, id, reader]);
    if (!row) throw requestErrors.macro_not_found();
    return row;
  }

  /** @param owner of a personal one */
  async #refuseTooMany(projectId: string, owner?: string): Promise<void> {
    await this.#db.query(lockMacros, [projectId]);
    const [row] = await this.#db.query<{ all: number; own: number }>(countMacros, [projectId, owner ?? null]);
    if ((row?.all ?? 0) >= maxMacros) throw commonErrors.limit_reached({ limit: maxMacros });
    if (owner !== undefined && (row?.own ?? 0) >= maxPersonalMacros)
      throw commonErrors.limit_reached({ limit: maxPersonalMacros });
  }

  async #now(): Promise<string> {
    const [{ now } = { now: new Date() }] = await this.#db.query<{ now: Date }>('select clock_timestamp() as now');
    return now.toISOString();
  }

  #announce(projectId: string, { _id, __v }: MacroView, event: DomainEvent): Promise<void> {
    return announce(this.#db, { projectId, noun: 'macro', id: _id, version: __v }, [event]);
  }
}

function changesOf(before: MacroView, after: MacroView): string[] {
  const names = ['name', 'description', 'actions', 'departments', 'visibility', 'position'] as const;
  return names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
}

const columns = 'm.id, m.version, m.owner, m.shared, m.position, m.record';
const isVisible = (reader: string) => `(m.shared or m.owner = ${reader})`;

const visibleMacros = {
  name: 'macros',
  text: `select ${columns} from macro m where m.id_project = $1 and ${isVisible('$2')}
    order by m.position, m.record->>'name', m.id limit ${maxMacros}`,
};
const oneMacro = {
  name: 'macro',
  text: `select ${columns} from macro m where m.id_project = $1 and m.id = $2 and ${isVisible('$3')}`,
};
const lockMacro = { name: 'macro_lock', text: `${oneMacro.text} for update` };
/** Serialises those who add macros to a project. */
const lockMacros = { name: 'macros_lock', text: `select pg_advisory_xact_lock(hashtext('macro'), hashtext($1))` };
const countMacros = {
  name: 'macros_count',
  text: `select count(*)::int as all, count(*) filter (where m.owner = $2 and not m.shared)::int as own
    from macro m where m.id_project = $1`,
};
const insertMacro = {
  name: 'macro_insert',
  text: 'insert into macro (id_project, id, owner, shared, position, record) values ($1, $2, $3, $4, $5, $6)',
};
const updateMacro = {
  name: 'macro_update',
  text: `update macro set version = $3, owner = $4, shared = $5, position = $6, record = $7
    where id_project = $1 and id = $2`,
};
const deleteMacro = { name: 'macro_delete', text: 'delete from macro where id_project = $1 and id = $2' };
