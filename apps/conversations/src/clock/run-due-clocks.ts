import { AppError } from '@parley/contracts';
import { FairQueue } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import type { DueRequest } from './clock.repository.ts';
import { wakeUp } from './wake-up.ts';

/** Requests that are updated at once: in all, and of one project. */
const concurrency = 16;
const perProject = 8;

/** Wakes all requests that are due, oldest first. One that fails is tried again in the next round, and stops no other. */
export async function runDueClocks(context: Context, over: AbortSignal): Promise<void> {
  const failed: string[] = [];
  while (!over.aborted) {
    const due = await context.clocks.due(failed);
    if (due.length === 0) return;
    await inFairOrder(due, async (request) => {
      if (!over.aborted && !(await isUpdated(context, request))) failed.push(request.id);
    });
  }
}

async function inFairOrder(due: readonly DueRequest[], run: (request: DueRequest) => Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let left = due.length;
  const queue = new FairQueue<DueRequest>({
    concurrency,
    perProject: () => perProject,
    async run(requests) {
      for (const request of requests) await run(request);
      left -= requests.length;
      if (left === 0) resolve();
    },
  });
  for (const request of due) queue.add(request.projectId, request.id, request);
  await promise;
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
