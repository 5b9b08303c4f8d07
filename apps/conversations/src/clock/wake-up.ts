import { type Change, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { snoozedUntil, wake } from '../snooze/snooze.ts';

/** Does what is due of a request by now; nothing, if it is too early or another replica has been faster. Service levels follow from every change. */
export function wakeUp(current: SupportRequest, { at }: { at: Date }): Change {
  const until = snoozedUntil(current);
  return until !== undefined && until <= at.getTime() ? wake(current, 'time', at, 'wakeUp') : unchanged(current);
}
