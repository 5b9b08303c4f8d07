import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Facts } from '../request/facts.ts';
import type { Change } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Due } from './timer.repository.ts';

/** Runs the rules on each due request; a failed one does not stop the others, and the next round finds it again. */
export async function actOnDue<D extends Due>(
  { requests, log }: Context,
  due: readonly D[],
  decide: (current: SupportRequest, found: D, facts: Facts) => Change,
): Promise<void> {
  for (const found of due) {
    const { projectId, requestId } = found;
    try {
      await requests.update('system', projectId, requestId, (current, facts) => decide(current, found, facts));
    } catch (error) {
      const gone = error instanceof AppError && error.code === 'request_not_found';
      if (!gone) log.warn({ err: error, projectId }, 'a due request could not be updated');
    }
  }
}
