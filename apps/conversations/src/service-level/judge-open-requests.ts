import { undefinedIfNotFound } from '@parley/service-kit/grpc';
import { type Task, TaskContinuation } from '@parley/service-kit/tasks';

import type { Context } from '../context.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Judgement } from './judgement.ts';
import type { Place } from './levelled.query.repository.ts';

const beginning: Place = { time: '-infinity', id: '' };

/** Judges a batch of requests. One that is repeated after a crash changes nothing twice. */
export async function judgeOpenRequests(
  context: Pick<Context, 'requests' | 'levelled'>,
  { projectId, payload }: Task,
  signal: AbortSignal,
) {
  const { after = beginning, ...judgement } = payload as Judgement & { after?: Place };
  const found = await context.levelled.next(projectId, judgement, after);
  for (const { requestId } of found) {
    signal.throwIfAborted();
    // Undefined: deleted meanwhile.
    await undefinedIfNotFound(
      context.requests.update('system', projectId, requestId, (current) => judged(current, judgement)),
    );
  }
  const last = found.at(-1);
  return last && new TaskContinuation({ ...judgement, after: { time: last.time, id: last.id } });
}

/** Changed hours are followed whenever a request is touched. */
function judged(current: SupportRequest, { why }: Judgement): Change {
  return why === 'hours' ? unchanged(current) : { ...unchanged(current), slaChange: { why } };
}
