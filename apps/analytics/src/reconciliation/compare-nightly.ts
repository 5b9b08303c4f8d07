import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import { dayMs } from '../window/zone.ts';

/**
 * Compares, once, the last two complete days (UTC) of every project in which something has happened; changes nothing. The stored runs
 * show which projects are done, so it may begin at any moment, and again after a restart.
 */
export async function compareNightly({ reconciliations }: Context): Promise<void> {
  const until = new Date(Math.floor(Date.now() / dayMs) * dayMs);
  const from = new Date(until.getTime() - 2 * dayMs);
  for (const projectId of await reconciliations.dueForNightly(from, until)) {
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
