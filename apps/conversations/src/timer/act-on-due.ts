import { AppError } from '@parley/contracts';

import type { Context } from '../context.ts';
import type { Facts } from '../request/facts.ts';
import type { Change } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import type { Due } from './timer.repository.ts';

/** Lets the rules decide on each of them; one that fails keeps no other waiting, and is found again in the next round. */
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
      if (!gone) log.warn({ err: error, projectId }, 'a request could not be brought up to date');
    }
  }
}
