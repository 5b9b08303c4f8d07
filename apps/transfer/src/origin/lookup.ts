import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** Of pages that stay in memory, in kB. */
const cacheKb = 16_384;

/** Texts by text, in a file that goes with the run: memory does not grow with their number. */
export class Lookup {
  readonly #file: string;
  readonly #db: DatabaseSync;

  /** @param file nothing: where the system keeps what is temporary */
  constructor(file = '') {
    if (file) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      rmSync(file, { force: true });
    }
    this.#file = file;
    this.#db = new DatabaseSync(file);
    // Nothing of it is read by another run.
    this.#db.exec(`pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive;
      pragma cache_size = -${cacheKb}; begin`);
  }

  map(name: string): LookupMap {
    this.#db.exec(`create table "${name}" (key text primary key, value text not null) without rowid`);
    return new LookupMap(
      this.#db.prepare(`insert or replace into "${name}" values (?, ?)`),
      this.#db.prepare(`select value from "${name}" where key = ?`),
    );
  }

  close(): void {
    this.#db.close();
    if (this.#file) rmSync(this.#file, { force: true });
  }
}

export class LookupMap {
  readonly #set: StatementSync;
  readonly #get: StatementSync;

  constructor(set: StatementSync, get: StatementSync) {
    this.#set = set;
    this.#get = get;
  }

  set(key: string, value: string): void {
    this.#set.run(key, value);
  }

  get(key: string): string | undefined {
    return this.#get.get(key)?.value as string | undefined;
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }
}
