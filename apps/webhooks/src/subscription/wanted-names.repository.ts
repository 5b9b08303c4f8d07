import { Batcher } from '@parley/service-kit/concurrency';
import type { Database } from '@parley/service-kit/database';

type Keys = ReadonlySet<string>;

const maxBatch = 1_000;
/** How long a batch waits for more lookups. */
const batchMs = 10;

/**
 * Looks up the event names that a project's subscriptions want. Every event asks, and most match none, so lookups are batched: all that
 * arrive while a statement is under way share the next one. Nothing is cached, so a subscription receives every event after its creation.
 */
export class WantedNames {
  readonly #asked: Batcher<string, Keys>;

  constructor(db: Database) {
    this.#asked = new Batcher((projectIds) => wantedBy(db, projectIds), maxBatch, batchMs);
  }

  /** Names in the form of `keyOf`. */
  of(projectId: string): Promise<Keys> {
    return this.#asked.load(projectId);
  }
}

async function wantedBy(db: Database, projectIds: readonly string[]): Promise<Keys[]> {
  const rows = await db.query<{ projectId: string; keys: string[] }>(wanted, [[...new Set(projectIds)]]);
  const found = new Map(rows.map(({ projectId, keys }) => [projectId, new Set(keys)]));
  return projectIds.map((projectId) => found.get(projectId) ?? none);
}

const none: Keys = new Set();

const wanted = {
  name: 'names_wanted',
  text: `select id_project as "projectId", array_agg(distinct event_key) as keys from subscription
    where id_project = any($1) group by id_project`,
};
