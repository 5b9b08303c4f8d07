import { AppError } from '@parley/contracts';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Judgement } from './judgement.ts';
import type { Place } from './levelled.query.repository.ts';

/** Of a batch. More is no fault of theirs, and the batch is repeated. */
const maxFailed = 20;

const beginning: Place = { time: '-infinity', id: '' };

/** Where the task stands. */
interface Progress {
  after?: Place;
  /** `request_id`s of those that could not be judged: they come last, so that they hold up no other. */
  failed?: string[];
}

/** Judges a batch of requests. One that is repeated after a crash changes nothing twice. */
export async function judgeOpenRequests(
  context: Pick<Context, 'requests' | 'levelled'>,
  { projectId, payload }: Task,
  signal: AbortSignal,
) {
  const { after = beginning, failed = [], ...judgement } = payload as Judgement & Progress;
  const found = await context.levelled.next(projectId, judgement, after);
  const last = found.at(-1);
  const asked = last ? found.map(({ requestId }) => requestId) : failed;
  const faults = await judge(context, projectId, asked, judgement, signal);
  if (last) {
    const more = [...failed, ...faults.keys()];
    return new TaskContinuation({ ...judgement, after: { time: last.time, id: last.id }, failed: more });
  }
  for (const fault of faults.values()) throw fault;
  return undefined;
}

/** @returns what those that could not be judged have failed with */
async function judge(
  { requests }: Pick<Context, 'requests'>,
  projectId: string,
  requestIds: readonly string[],
  judgement: Judgement,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, unknown>> {
  const keys = requestIds.map((requestId) => ({ projectId, requestId }));
  const outcomes = await requests.updateLevels(keys, (current) => judged(current, judgement));
  const faults = new Map<string, unknown>();
  for (const [place, requestId] of requestIds.entries()) {
    if (outcomes[place] !== 'left') continue;
    signal.throwIfAborted();
    try {
      // Undefined: deleted meanwhile.
      await undefinedIfNotFound(
        requests.update('system', projectId, requestId, (current) => judged(current, judgement)),
      );
    } catch (error) {
      const isUnavailable = error instanceof AppError && error.kind === 'unavailable';
      if (isUnavailable || faults.size === maxFailed) throw error;
      faults.set(requestId, error);
    }
  }
  return faults;
}

/** Changed hours are followed whenever a request is touched. */
function judged(current: SupportRequest, { why }: Judgement): Change {
  return why === 'hours' ? unchanged(current) : { ...unchanged(current), slaChange: { why } };
}
