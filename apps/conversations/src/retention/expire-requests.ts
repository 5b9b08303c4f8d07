import { AppError } from '@parley/contracts';
import { pause } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import { batchSize, type Expired } from './retention.repository.ts';
import { type ExpiringKind, expiredBefore, expiringKinds, isExpired } from './retention.ts';

/** One kind of one project, and how far this round has come. */
interface Pass {
  projectId: string;
  kind: ExpiringKind;
  before: Date;
  after?: Expired;
}

/** Of a project, so that its sends and lists stay as fast as they are. */
const batchMs = 1_000;

/**
 * Deletes what has expired, a batch of each project a second, oldest first. What is due is decided by the rows alone, so a round that was
 * cut off is resumed by the next.
 */
export async function expireRequests(context: Context, over: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const projects = await context.retention.projects(after);
    let passes = projects.flatMap(({ projectId, days, now }) =>
      expiringKinds.flatMap((kind): Pass[] => {
        const before = expiredBefore(days[kind], now);
        return before ? [{ projectId, kind, before }] : [];
      }),
    );
    while (passes.length > 0) {
      const began = performance.now();
      passes = await runBatches(context, passes, over);
      if (over.aborted) return;
      if (passes.length > 0) await pause(Math.max(0, batchMs - (performance.now() - began)));
    }
    const last = projects.at(-1);
    if (!last) return;
    after = last.projectId;
  }
}

/** @returns the passes that may have more */
async function runBatches(context: Context, passes: readonly Pass[], over: AbortSignal): Promise<Pass[]> {
  const more: Pass[] = [];
  for (const pass of passes) {
    const due = await context.retention.due(pass.projectId, pass.kind, pass.before, pass.after);
    for (const { requestId } of due) {
      if (over.aborted) return [];
      await expire(context, pass, requestId);
    }
    const last = due.at(-1);
    if (last && due.length === batchSize) more.push({ ...pass, after: last });
  }
  return more;
}

async function expire({ requests, log }: Context, { projectId, kind, before }: Pass, requestId: string): Promise<void> {
  try {
    await requests.expire(projectId, requestId, (current) => isExpired(kind, current, before));
  } catch (error) {
    // Deleted or put on hold since it was found. Anything else is tried again in the next round.
    if (error instanceof AppError && (error.code === 'request_not_found' || error.code === 'on_hold')) return;
    log.warn({ err: error, projectId, kind }, 'an expired request was not deleted');
  }
}
