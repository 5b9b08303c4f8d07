import { Bulkhead, pause } from '@parley/service-kit/concurrency';

import type { Change } from '../request-state/change.ts';
import { maxLevelled } from './level.statements.ts';
import type { Loaded, RequestKey, RequestLoader } from './request.loader.ts';
import { isLevelsAlone, type LevelChange, type RequestWriter, type Stored } from './request.writer.ts';

/** What became of a request in its batch; `left`: it is to be updated by itself. */
export type LevelOutcome = 'changed' | 'unchanged' | 'left';

/** Batches at once in this process: calls need the other connections. */
const batchesAtOnce = 2;

/**
 * Stores what time and changed hours do to service levels in batches: one statement reads the requests, another stores what was decided
 * on them, with one commit. Nothing is locked in between, and a request that another writer has locked or changed is left out; so no
 * one waits for a batch longer than its one statement takes.
 */
export class LevelBatches {
  readonly #loader: RequestLoader;
  readonly #writer: RequestWriter;
  readonly #bulkhead = new Bulkhead({ atOnce: batchesAtOnce });

  constructor(loader: RequestLoader, writer: RequestWriter) {
    this.#loader = loader;
    this.#writer = writer;
  }

  /**
   * @param keys each of another request
   * @param decide what it throws leaves its request out, and no other
   * @returns an outcome for each of `keys`
   */
  async run(keys: readonly RequestKey[], decide: (current: Loaded) => Change): Promise<LevelOutcome[]> {
    const batches: Promise<LevelOutcome[]>[] = [];
    for (let from = 0; from < keys.length; from += maxLevelled) {
      const batch = keys.slice(from, from + maxLevelled);
      batches.push(this.#bulkhead.run(() => this.#runPaced(batch, decide)));
    }
    return (await Promise.all(batches)).flat();
  }

  /** The next batch waits for as long as this one took: the busier the processors are with calls, the more is left to these. */
  async #runPaced(keys: readonly RequestKey[], decide: (current: Loaded) => Change): Promise<LevelOutcome[]> {
    const began = performance.now();
    const outcomes = await this.#runBatch(keys, decide);
    await pause(performance.now() - began);
    return outcomes;
  }

  async #runBatch(keys: readonly RequestKey[], decide: (current: Loaded) => Change): Promise<LevelOutcome[]> {
    const loaded = await this.#loader.loadTogether(keys);
    const decided = loaded.map((current) => decidedOn(current, decide));
    const changes = decided.filter((one) => typeof one !== 'string');
    const stored = await this.#store(changes);
    const areStored = new Map(changes.map((one, place) => [one, stored[place] !== undefined]));
    return decided.map((one) => {
      if (typeof one === 'string') return one;
      return areStored.get(one) ? 'changed' : 'left';
    });
  }

  /** The data of one request must not fail the others: when a batch cannot be stored, each of it is left, and its fault comes again where it belongs. */
  async #store(changes: readonly LevelChange[]): Promise<(Stored | undefined)[]> {
    if (changes.length === 0) return [];
    try {
      const stored = await this.#writer.levels('system', changes);
      for (const { current } of changes) this.#loader.evict(current);
      return stored;
    } catch {
      return [];
    }
  }
}

function decidedOn(
  current: Loaded | undefined,
  decide: (current: Loaded) => Change,
): LevelChange | Exclude<LevelOutcome, 'changed'> {
  if (!current) return 'left';
  try {
    const change = decide(current);
    if (isLevelsAlone(change)) return { current, change, at: current.now };
    const isNothing = change.next === current && change.messages.length + change.lines.length === 0;
    return isNothing ? 'unchanged' : 'left';
  } catch {
    // It is thrown again when the request is updated by itself.
    return 'left';
  }
}
