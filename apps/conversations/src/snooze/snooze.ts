import {
  RequestStatus,
  requestErrors,
  requestSnoozed,
  requestWoken,
  type SnoozeView,
  type WakeCause,
} from '@parley/contracts';

import { begin, type Change, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** Rests until a time, or until the requester writes. Source: contract 25 section 7. */
export function snooze(current: SupportRequest, wanted: Omit<SnoozeView, 'at'>, at: Date): Change {
  if (current.status === RequestStatus.closed) throw requestErrors.request_closed({ conflict: current.id });
  if (current.status === RequestStatus.temporary) throw requestErrors.status_not_allowed({ conflict: current.id });
  const draft = begin(current, at);
  const snoozed = { ...wanted, at: at.toISOString() };
  draft.next.snooze = snoozed;
  draft.events.push(pendingEvent(requestSnoozed, { snooze: snoozed }));
  return finish(draft, 'snoozeRequest');
}

/** Ends a snooze. */
export function wake(current: SupportRequest, cause: WakeCause, at: Date, comment: string): Change {
  if (!current.snooze) return unchanged(current);
  const draft = begin(current, at);
  wakeOn(draft, cause);
  return finish(draft, comment);
}

/** The end of a snooze as part of another operation's change; idle time counts from here. */
export function wakeOn(draft: ChangeDraft, cause: WakeCause): void {
  const { next, at } = draft;
  const { snooze } = next;
  if (!snooze) return;
  next.snooze = null;
  next.activeAt = at;
  const late = cause === 'time' && snooze.until ? Math.max(0, at.getTime() - Date.parse(snooze.until)) : undefined;
  draft.events.push(pendingEvent(requestWoken, { cause, snooze, ...(late !== undefined && { late }) }));
}

/** Whether a visible message of the requester ends it. */
export const wakesOnReply = ({ snooze }: SupportRequest): boolean => snooze?.wake_on_reply === true;

/** When the snooze ends by itself. */
export function snoozedUntil({ snooze }: SupportRequest): number | undefined {
  return snooze?.until === undefined ? undefined : Date.parse(snooze.until);
}
