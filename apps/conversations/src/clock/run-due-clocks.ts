import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { LevelOutcome } from '../request-store/level-batches.ts';
import type { DueRequest } from './clock.repository.ts';
import { byTurns, inFairOrder } from './in-fair-order.ts';
import { wakeUp } from './wake-up.ts';

/** Requests that are decided together; those among them that are to be updated one by one wait for no more. */
const atOnce = 64;

/** Wakes all requests that are due, oldest first. One that fails is tried again in the next round, and stops no other. */
export async function runDueClocks(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = byTurns(await context.clocks.due(failed));
    if (due.length === 0) return;
    for (let from = 0; from < due.length && !over.aborted; from += atOnce) {
      const some = due.slice(from, from + atOnce);
      const outcomes = await together(context, some);
      const those = (wanted: LevelOutcome) => some.filter((_, place) => outcomes[place] === wanted);
      failed.push(...those('unchanged').map(({ id }) => id));
      await inFairOrder(
        those('left'),
        ({ id }) => id,
        async (request) => {
          if (!over.aborted && !(await isUpdated(context, request))) failed.push(request.id);
        },
      );
    }
  }
}

/** One that is `unchanged` would be found due again at once. */
function together({ requests }: Context, due: readonly DueRequest[]): Promise<LevelOutcome[]> {
  return requests.updateLevels(due, (current, at) => wakeUp(current, { at }));
}

/** @returns false for one that would be found due again at once */
async function isUpdated({ requests, log }: Context, { projectId, requestId }: DueRequest): Promise<boolean> {
  try {
    return (await requests.update('system', projectId, requestId, wakeUp)).changed;
  } catch (error) {
    const isGone = error instanceof AppError && error.code === 'request_not_found';
    if (!isGone) log.warn({ err: error, projectId }, 'a due request could not be updated');
    return false;
  }
}
