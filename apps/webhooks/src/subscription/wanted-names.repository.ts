import type { Database } from '@parley/service-kit';

type KeysOf = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The names that projects wait for, as they are now: asked for each event that there is, and mostly in vain. So all that ask while
 * one statement is under way share the next one. Nothing is remembered: a subscription hears of what follows its creation.
 */
export class WantedNames {
  readonly #db: Database;
  #waiting = new Set<string>();
  #next: Promise<KeysOf> | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** As `keyOf` writes them. */
  async of(projectId: string): Promise<ReadonlySet<string>> {
    this.#waiting.add(projectId);
    this.#next ??= this.#last.then(() => this.#ask());
    this.#last = this.#next.catch(() => undefined);
    return (await this.#next).get(projectId) ?? none;
  }

  async #ask(): Promise<KeysOf> {
    const projectIds = [...this.#waiting];
    this.#waiting = new Set();
    this.#next = undefined;
    const rows = await this.#db.query<{ projectId: string; keys: string[] }>(wanted, [projectIds]);
    return new Map(rows.map(({ projectId, keys }) => [projectId, new Set(keys)]));
  }
}

const none: ReadonlySet<string> = new Set();

const wanted = {
  name: 'names_wanted',
  text: `select id_project as "projectId", array_agg(distinct event_key) as keys from subscription
    where id_project = any($1) group by id_project`,
};
