import { AppError } from '@parley/contracts';
import { pause } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import { batchSize, type Expired, type ProjectRetention } from './retention.repository.ts';
import { type ExpiringKind, expiredBefore, expiringKinds, isExpired } from './retention.ts';

/** One kind of one project, and how far it has come. */
interface Pass {
  projectId: string;
  kind: ExpiringKind;
  before: Date;
  after?: Expired;
  batches: number;
}

const usualLimits = {
  /** Of a project, so that its sends and lists stay as fast as they are. */
  batchMs: 1_000,
  /** Passes at a time; the next projects follow as passes end. */
  passes: 1_000,
  /** Of a pass that has more, before other projects have their turn. */
  batchesPerTurn: 60,
};

/**
 * Deletes what has expired, a batch of each project a second, oldest first. What is due is decided by the rows alone, so a round that was
 * cut off is resumed by the next.
 */
export async function expireRequests(context: Context, over: AbortSignal, limits = usualLimits): Promise<void> {
  let passes: Pass[] = [];
  let hasMore: boolean;
  do {
    hasMore = false;
    for (let after: string | undefined = ''; after !== undefined || passes.length > 0; ) {
      while (after !== undefined && passes.length < limits.passes) {
        const projects: ProjectRetention[] = await context.retention.projects(after);
        passes.push(...projects.flatMap(passesOf));
        after = projects.at(-1)?.projectId;
      }
      const began = performance.now();
      const unfinished = await runBatches(context, passes, over);
      if (over.aborted) return;
      passes = unfinished.filter(({ batches }) => batches < limits.batchesPerTurn);
      hasMore ||= passes.length < unfinished.length;
      if (unfinished.length > 0) await pause(Math.max(0, limits.batchMs - (performance.now() - began)));
    }
  } while (hasMore);
}

function passesOf({ projectId, days, now }: ProjectRetention): Pass[] {
  return expiringKinds.flatMap((kind): Pass[] => {
    const before = expiredBefore(days[kind], now);
    return before ? [{ projectId, kind, before, batches: 0 }] : [];
  });
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
    if (last && due.length === batchSize) more.push({ ...pass, after: last, batches: pass.batches + 1 });
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
