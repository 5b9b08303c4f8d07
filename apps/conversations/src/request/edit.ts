import { isDeepStrictEqual } from 'node:util';

import { RequestStatus, requestErrors } from '@parley/contracts';
import { emptyOn, refuseClosed } from '../participant/membership.ts';
import { begin, type Change, finish, type Story } from '../request-state/change.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import type { Facts } from './facts.ts';
import { closeOn, reopenOn } from './lifecycle.ts';
import { rateOn } from './rating.ts';

/** What a caller may write by himself; absent stays as it is. */
export type EditedFields = Partial<
  Pick<
    SupportRequest,
    | 'firstText'
    | 'leadId'
    | 'subject'
    | 'language'
    | 'sourcePage'
    | 'location'
    | 'priority'
    | 'smartAssignment'
    | 'workingStatus'
    | 'tags'
    | 'channel'
  >
>;

export interface Edit {
  fields: EditedFields;
  rating?: number | null;
  ratingMessage?: string | null;
  status?: RequestStatus;
}

/** Contract 20 section 3.5: fields as given, a status by the operation that leads there. At any status but for that. */
export function edit(current: SupportRequest, wanted: Edit, by: string, facts: Facts): Change {
  const story = begin(current, facts.at);
  setFields(story.next, wanted.fields);
  rateOn(story, wanted.rating, wanted.ratingMessage);
  if (wanted.status !== undefined) turn(story, current, wanted.status, by, facts);
  return finish(story, comment);
}

const comment = 'updateRequest';

/** A value that equals the present one is no change. */
function setFields(next: SupportRequest, fields: EditedFields): void {
  const present: EditedFields = next;
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, present[name as keyof EditedFields]),
  );
  Object.assign(next, Object.fromEntries(changed));
}

/** Lines 17 to 20 of contract 20 section 5. */
function turn(story: Story, current: SupportRequest, wanted: RequestStatus, by: string, facts: Facts): void {
  const { status } = current;
  if (status === wanted) return;
  if (wanted === RequestStatus.closed) closeOn(story, by);
  else if (wanted === RequestStatus.temporary) park(story, current);
  else if (wanted === RequestStatus.unserved && status === RequestStatus.served) emptyOn(story, facts.teammateOf);
  else if (wanted === RequestStatus.unserved || status === RequestStatus.closed) {
    reopenOn(story, facts.reopening(current), comment);
  } else throw requestErrors.no_participant({ conflict: current.id });
}

/**
 * Out of the queue until it is routed, assigned or a participant is added. A request that a human serves stays as it is: clients
 * that take a bot out of a conversation set 50 afterwards, whoever is left.
 */
function park(story: Story, current: SupportRequest): void {
  refuseClosed(current);
  if (humansOf(current).length > 0) return;
  if (current.status === RequestStatus.served) throw requestErrors.status_not_allowed({ conflict: current.id });
  story.next.status = RequestStatus.temporary;
  story.next.queueAfter = null;
}

/** Names that `null` takes away; everything else is merged name by name. */
export function mergeAttributes(current: SupportRequest, sent: Record<string, unknown>, at: Date): Change {
  const merged = { ...current.attributes };
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  const story = begin(current, at);
  if (!isDeepStrictEqual(merged, current.attributes)) story.next.attributes = merged;
  return finish(story, 'updateRequestAttributes');
}
