import {
  type CancelCause,
  commonErrors,
  maxScheduled,
  messageScheduled,
  messageUnscheduled,
  RequestStatus,
  requestErrors,
  requestUpdated,
  type ScheduledEntry,
} from '@parley/contracts';

import {
  begin,
  type Change,
  type ChangeDraft,
  type EndedSchedule,
  finish,
  pendingEvent,
} from '../request-state/change.ts';
import type { NewMessage } from '../request-state/message.ts';
import type { SupportRequest } from '../request-state/request.ts';

type Scheduled = Pick<SupportRequest, 'scheduled'>;

/** The pending message, if it is still the one that the caller has read. */
export const pendingIn = ({ scheduled }: Scheduled, id: string, version?: number): ScheduledEntry | undefined =>
  scheduled?.find(({ _id, __v }) => _id === id && (version === undefined || __v === version));

/** Adds a message, or replaces its entry. @throws request_closed, request_merged, status_not_allowed, limit_reached */
export function schedule(current: SupportRequest, entry: ScheduledEntry, at: Date): Change {
  const { scheduled, status, mergedInto, id } = current;
  if (mergedInto) throw requestErrors.request_merged({ into: mergedInto.request_id });
  const others = (scheduled ?? []).filter(({ _id }) => _id !== entry._id);
  const isClosed = status === RequestStatus.closed;
  if (isClosed && entry.cancel_on.includes('closed')) throw requestErrors.request_closed({ conflict: id });
  if (others.length >= maxScheduled) throw commonErrors.limit_reached({ limit: maxScheduled });
  const draft = begin(current, at);
  draft.next.scheduled = [...others, entry].sort((one, other) => one.at.localeCompare(other.at));
  draft.events.push(pendingEvent(messageScheduled, { scheduled: entry }));
  return finish(draft, 'scheduleMessage');
}

/** Ends a pending message; of one that is not pending nothing changes. */
export function unschedule(current: SupportRequest, ended: EndedSchedule, at: Date, comment: string): Change {
  const draft = begin(current, at);
  unscheduleOn(draft, ended);
  return finish(draft, comment);
}

/** The end of a pending message as part of another operation's change. */
export function unscheduleOn(draft: ChangeDraft, ended: EndedSchedule): void {
  const { next } = draft;
  const entry = pendingIn(next, ended.id);
  if (!entry) return;
  next.scheduled = without(next.scheduled, [ended.id]);
  draft.unscheduled = [...(draft.unscheduled ?? []), ended];
  draft.events.push(endOf(entry, ended));
}

/**
 * Cancels what a change gives reason to cancel, in the change itself: a message that is due and a reply are decided one after the
 * other, and the first of them wins. Source: contract 25 section 8.
 */
export function withSchedules(change: Change): Change {
  const { next, events } = change;
  if (!next.scheduled) return change;
  const causes = causesIn(change);
  const ended = next.scheduled.flatMap((entry) => {
    const why = causes.find((cause) => entry.cancel_on.includes(cause));
    return why ? [{ entry, end: { id: entry._id, state: 'cancelled', why } as const }] : [];
  });
  if (ended.length === 0) return change;
  const scheduled = without(
    next.scheduled,
    ended.map(({ end }) => end.id),
  );
  return {
    ...change,
    next: { ...next, scheduled },
    unscheduled: [...(change.unscheduled ?? []), ...ended.map(({ end }) => end)],
    events: withUpdate(
      events,
      ended.map(({ entry, end }) => endOf(entry, end)),
      scheduled,
    ),
  };
}

function causesIn({ current, next, messages }: Change): CancelCause[] {
  const isClosing = next.status === RequestStatus.closed && current?.status !== RequestStatus.closed;
  return [
    ...(messages.some((message) => isSpoken(message, 'requester')) ? (['requester_message'] as const) : []),
    ...(messages.some((message) => isSpoken(message, 'human')) ? (['team_message'] as const) : []),
    ...(isClosing ? (['closed'] as const) : []),
  ];
}

/** A visible message that a person has written now. */
function isSpoken({ imported, automated, side, audience }: NewMessage, by: NewMessage['side']): boolean {
  return !imported && !automated && side === by && audience === 'all';
}

function endOf(entry: ScheduledEntry, { id: _id, ...end }: EndedSchedule) {
  return pendingEvent(messageUnscheduled, { scheduled: entry, ...end });
}

function without(scheduled: SupportRequest['scheduled'], ids: readonly string[]): SupportRequest['scheduled'] {
  const left = scheduled?.filter(({ _id }) => !ids.includes(_id)) ?? [];
  return left.length === 0 ? null : left;
}

/** The update comes last, as in every change. */
function withUpdate(
  events: Change['events'],
  added: Change['events'],
  scheduled: SupportRequest['scheduled'],
): Change['events'] {
  const last = events.at(-1);
  const isUpdate = last?.type === requestUpdated.type;
  const {
    changes = [],
    patch = {},
    ...rest
  } = (isUpdate ? last.data : { comment: 'cancelScheduled' }) as {
    changes?: string[];
    patch?: object;
    comment: string;
  };
  const updated = pendingEvent(requestUpdated, {
    ...rest,
    changes: [...changes.filter((name) => name !== 'scheduled'), 'scheduled'],
    patch: { ...patch, scheduled },
  });
  return [...(isUpdate ? events.slice(0, -1) : events), ...added, updated];
}
