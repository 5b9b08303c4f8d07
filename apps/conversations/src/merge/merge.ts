import {
  type RequestNameView,
  RequestStatus,
  requestAbsorbed,
  requestErrors,
  requestFollowerAdded,
  requestMerged,
} from '@parley/contracts';

import { closeOn, unmergeOn } from '../request/lifecycle.ts';
import { begin, type Change, type ChangeDraft, finish, pendingEvent, unchanged } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { humansOf, maxFollowers, type SupportRequest } from '../request-state/request.ts';
import { withTagsOf } from '../tag/tags.ts';

/** What a merge asks besides its two requests, read under their locks. */
export interface MergeFacts {
  at: Date;
  /** Principal id of the caller. */
  by: string;
}

/** How others name a request. */
export const nameOf = ({ requestId, ticketId }: SupportRequest): RequestNameView => ({
  request_id: requestId,
  ticket_id: String(ticketId),
});

/** Whether both are in the state that the caller wants. */
export const isMergedInto = ({ mergedInto }: SupportRequest, target: SupportRequest): boolean =>
  mergedInto?.request_id === target.requestId;

/** @throws not_mergeable */
export function refuseUnlike(target: SupportRequest, source: SupportRequest): void {
  const why = unlikeness(target, source);
  if (why) throw requestErrors.not_mergeable({ why });
}

function unlikeness(target: SupportRequest, source: SupportRequest): string | undefined {
  if (target.id === source.id) return 'itself';
  if (target.preflight || source.preflight) return 'preflight';
  if (target.draft || source.draft) return 'draft';
  return target.requester === source.requester ? undefined : 'requesters';
}

/** The source ends in the target, which takes over its tags, and its people as followers. No message is moved. */
export function merge(
  target: RequestWithCopies,
  source: RequestWithCopies,
  { at, by }: MergeFacts,
): readonly [Change, Change] {
  const from = begin(source, at);
  if (source.status !== RequestStatus.closed) closeOn(from, by);
  from.next.mergedInto = nameOf(target);
  from.events.push(pendingEvent(requestMerged, { into: nameOf(target) }));

  const into = begin(target, at);
  into.next.tags = withTagsOf(target.tags, source.tags);
  followOn(into, source);
  into.events.push(pendingEvent(requestAbsorbed, { from: nameOf(source) }));
  into.lines.push({ key: 'REQUEST_ABSORBED', from: nameOf(source) });
  return [finish(into, 'mergeRequest'), finish(from, 'mergeRequest')];
}

/** Its people and followers follow the target, as far as there is room. */
function followOn(draft: ChangeDraft, source: RequestWithCopies): void {
  const { next, events } = draft;
  const people = humansOf(source).filter((human) => !next.participants.includes(human));
  const coming = new Set([...people.flatMap((human) => teammateOf(source, human)), ...source.followers]);
  for (const member of next.followers) coming.delete(member);
  const added = [...coming].slice(0, Math.max(0, maxFollowers - next.followers.length));
  if (added.length === 0) return;
  next.followers = [...next.followers, ...added];
  for (const member of added) events.push(pendingEvent(requestFollowerAdded, { member }));
}

/** Teammate id of a human participant, if its copy is there. */
function teammateOf({ copies }: RequestWithCopies, user: string): string[] {
  const found = copies.agents.find(({ id_user }) => userOf(id_user) === user);
  return typeof found?._id === 'string' ? [found._id] : [];
}

function userOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && '_id' in user ? user._id : user;
}

/** Stays closed. */
export function unmerge(current: SupportRequest, at: Date): Change {
  if (!current.mergedInto) return unchanged(current);
  const draft = begin(current, at);
  unmergeOn(draft);
  return finish(draft, 'unmergeRequest');
}
