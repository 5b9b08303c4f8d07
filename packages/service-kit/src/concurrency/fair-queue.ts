interface Waiting<Item> {
  partition: string;
  item: Item;
}

interface Project<Item> {
  waiting: Waiting<Item>[];
  /** Running batches that hold items of it. */
  running: number;
}

interface Batch<Item> {
  projects: Map<string, Project<Item>>;
  partitions: Set<string>;
  items: Item[];
}

export interface FairQueueOptions<Item> {
  /** Maximum number of concurrent batches. */
  concurrency: number;
  /** Maximum number of concurrent batches with items of one project; called for each batch. */
  perProject(): number;
  /** Maximum number of items of a batch; default 1. */
  batchSize?: number;
  /** How long a batch that is not full waits for others, in ms, from the beginning of the one before; default 0. */
  lingerMs?: number;
  /** Must not reject. */
  run(items: readonly Item[]): Promise<void>;
}

/**
 * Takes items round robin over projects, so that a loud project delays no other, and runs them in batches. Items with the same
 * partition key stay in order: they share a batch, or the later one waits for the batch of the earlier one.
 * Source: contract 50 section 3.5.
 */
export class FairQueue<Item> {
  readonly #options: Required<FairQueueOptions<Item>>;
  readonly #projects = new Map<string, Project<Item>>();
  readonly #partitions = new Set<string>();
  #waiting = 0;
  #running = 0;
  #linger: NodeJS.Timeout | undefined;
  /** When the newest batch began, by `performance.now()`. */
  #begunAt = 0;

  constructor(options: FairQueueOptions<Item>) {
    this.#options = { batchSize: 1, lingerMs: 0, ...options };
  }

  /** Queues an item; `run` gets it later. @param partitionKey within the project: items with the same one run in order */
  add(projectId: string, partitionKey: string, item: Item): void {
    const project = this.#projects.get(projectId) ?? { waiting: [], running: 0 };
    this.#projects.set(projectId, project);
    project.waiting.push({ partition: `${projectId} ${partitionKey}`, item });
    this.#waiting += 1;
    this.#pumpSoon(this.#options.lingerMs);
  }

  #pumpSoon(inMs: number): void {
    const { lingerMs, batchSize } = this.#options;
    if (lingerMs === 0 || inMs <= 0 || this.#waiting >= batchSize) this.#pump();
    // While a batch runs, its end decides.
    else if (this.#running === 0) this.#linger ??= setTimeout(() => this.#pump(), inMs);
  }

  #pump(): void {
    clearTimeout(this.#linger);
    this.#linger = undefined;
    while (this.#running < this.#options.concurrency && this.#waiting > 0) {
      const batch = this.#nextBatch();
      if (batch.items.length === 0) return;
      this.#start(batch);
    }
  }

  #nextBatch(): Batch<Item> {
    const { batchSize } = this.#options;
    const perProject = this.#options.perProject();
    const batch: Batch<Item> = { projects: new Map(), partitions: new Set(), items: [] };
    // A project that gave an item is put back at the end of the map, where the iteration meets it again: round robin.
    for (const [projectId, project] of this.#projects) {
      if (batch.items.length === batchSize) break;
      if (!batch.projects.has(projectId) && project.running >= perProject) continue;
      const place = project.waiting.findIndex(({ partition }) => !this.#partitions.has(partition));
      const [next] = place < 0 ? [] : project.waiting.splice(place, 1);
      if (next === undefined) continue;

      this.#projects.delete(projectId);
      this.#projects.set(projectId, project);
      batch.projects.set(projectId, project);
      batch.partitions.add(next.partition);
      batch.items.push(next.item);
    }
    this.#waiting -= batch.items.length;
    return batch;
  }

  #start({ projects, partitions, items }: Batch<Item>): void {
    this.#running += 1;
    this.#begunAt = performance.now();
    for (const project of projects.values()) project.running += 1;
    for (const partition of partitions) this.#partitions.add(partition);
    void this.#options.run(items).finally(() => {
      this.#running -= 1;
      for (const partition of partitions) this.#partitions.delete(partition);
      for (const [projectId, project] of projects) {
        project.running -= 1;
        if (project.running === 0 && project.waiting.length === 0) this.#projects.delete(projectId);
      }
      if (this.#waiting > 0) this.#pumpSoon(this.#begunAt + this.#options.lingerMs - performance.now());
    });
  }
}
