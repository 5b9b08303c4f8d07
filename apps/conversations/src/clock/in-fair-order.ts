import { FairQueue } from '@parley/service-kit/concurrency';

/** Items that are worked on at once: in all, and of one project. */
interface Limits {
  concurrency: number;
  perProject: number;
}

/** Less than half of the usual connections: calls need the others. */
const few: Limits = { concurrency: 4, perProject: 4 };

/** The same items, those of different projects by turns. */
export function byTurns<Item extends { projectId: string }>(items: readonly Item[]): Item[] {
  const turns = [...Map.groupBy(items, ({ projectId }) => projectId).values()];
  const most = Math.max(0, ...turns.map(({ length }) => length));
  return Array.from({ length: most }, (_, turn) => turns.flatMap((own) => own[turn] ?? [])).flat();
}

/** Runs all items, those of different projects by turns. @param run must not throw */
export async function inFairOrder<Item extends { projectId: string }>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  run: (item: Item) => Promise<void>,
  { concurrency, perProject } = few,
): Promise<void> {
  if (items.length === 0) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = items.length;
  const queue = new FairQueue<Item>({
    concurrency,
    perProject: () => perProject,
    async run(batch) {
      for (const item of batch) await run(item);
      left -= batch.length;
      if (left === 0) resolve();
    },
  });
  for (const item of items) queue.add(item.projectId, keyOf(item), item);
  await promise;
}
