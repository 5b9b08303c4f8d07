import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { DueRequest } from './clock.repository.ts';
import { inFairOrder } from './in-fair-order.ts';
import { wakeUp } from './wake-up.ts';

/** Wakes all requests that are due, oldest first. One that fails is tried again in the next round, and stops no other. */
export async function runDueClocks(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = await context.clocks.due(failed);
    if (due.length === 0) return;
    await inFairOrder(
      due,
      ({ id }) => id,
      async (request) => {
        if (!over.aborted && !(await isUpdated(context, request))) failed.push(request.id);
      },
    );
  }
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
