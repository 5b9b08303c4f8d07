import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import { dayMs } from '../window/zone.ts';

/** Compares the last two days of every active project; repairs nothing. */
export async function compareNightly({ reconciliations }: Context): Promise<void> {
  const until = new Date();
  const from = new Date(until.getTime() - 2 * dayMs);
  for (const projectId of await reconciliations.activeSince(from)) {
    const run = { projectId, isRepair: false, isNightly: true, zone: 'UTC', from, until };
    await reconciliations.start(run).catch((error) => {
      // A comparison is already running.
      if (!(error instanceof AppError && error.kind === 'conflict')) throw error;
    });
  }
}

export async function sweepRuns({ reconciliations }: Context): Promise<void> {
  await reconciliations.sweep();
}
