import { RequestStatus } from '@parley/contracts';
import { type MoveFacts, remove } from '../participant/membership.ts';
import { close } from '../request/lifecycle.ts';
import { type Change, unchanged } from '../request-state/change.ts';
import { botsOf, humansOf, type SupportRequest } from '../request-state/request.ts';

/** Version and last `seq` of a request when it was found due. */
interface Found {
  version: number;
  lastSeq: number;
}

/** Line 21 of contract 20 section 5: the agent chosen by routing has not answered in time. */
export function releaseUnanswered(current: SupportRequest, found: Found, facts: MoveFacts): Change {
  const [human, ...others] = humansOf(current);
  const due =
    isAsFound(current, found) && current.status === RequestStatus.served && current.untouched && !current.snooze;
  if (!due || human === undefined || others.length > 0) return unchanged(current);
  const how = { reason: 'no_answer', source: 'timers', comment: 'reassignUnanswered' } as const;
  return remove(current, human, how, facts);
}

/** Closes an idle request. Source: contract 20 section 6.6. */
export function closeInactive(current: SupportRequest, found: Found & { bot: boolean }, at: Date): Change {
  const bot = botsOf(current).length > 0 && humansOf(current).length === 0;
  const rests = current.workingStatus === 'pending' || current.snooze !== null;
  if (!isAsFound(current, found) || bot !== found.bot || rests) return unchanged(current);
  return close(current, found.bot ? '_bot_unresponsive' : 'system', at, 'closeIdle');
}

/** Whether the request is unchanged since it was found due. */
function isAsFound(current: SupportRequest, { version, lastSeq }: Found): boolean {
  return current.version === version && current.lastSeq === lastSeq;
}
