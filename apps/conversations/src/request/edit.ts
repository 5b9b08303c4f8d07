import { isDeepStrictEqual } from 'node:util';

import { Attributes, RequestStatus, requestErrors, validationFailed } from '@parley/contracts';
import { emptyOn, refuseClosed } from '../participant/membership.ts';
import { begin, type Change, type ChangeDraft, finish } from '../request-state/change.ts';
import { humansOf, type SupportRequest } from '../request-state/request.ts';
import { type Facts, type Needs, noNeeds, reopeningNeeds } from './facts.ts';
import { closeOn, reopenOn } from './lifecycle.ts';
import { rateOn } from './rating.ts';

/** Fields that a caller may write directly; absent ones stay as they are. */
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
    | 'channelWindow'
  >
>;

export interface Edit {
  fields: EditedFields;
  rating?: number | null;
  ratingMessage?: string | null;
  status?: RequestStatus;
}

/** Contract 20 section 3.5: fields as given, a status by the operation that leads to it. Fields may change at any status. */
export function edit(current: SupportRequest, wanted: Edit, by: string, facts: Facts): Change {
  const draft = begin(current, facts.at);
  setFields(draft.next, wanted.fields);
  rateOn(draft, wanted.rating, wanted.ratingMessage);
  if (wanted.status !== undefined) changeStatus(draft, current, wanted.status, by, facts);
  return finish(draft, comment);
}

const comment = 'updateRequest';

/** A value equal to the present one is no change. */
function setFields(next: SupportRequest, fields: EditedFields): void {
  const present: EditedFields = next;
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(value, present[name as keyof EditedFields]),
  );
  Object.assign(next, Object.fromEntries(changed));
}

/** What `edit` needs. */
export function editNeeds(current: SupportRequest, wanted: RequestStatus | undefined): Needs {
  return wanted !== undefined && reopens(current.status, wanted) ? reopeningNeeds(current) : noNeeds;
}

/** Whether a change of status is a reopening. */
function reopens(status: RequestStatus, wanted: RequestStatus): boolean {
  if (wanted === RequestStatus.unserved) return status !== RequestStatus.unserved && status !== RequestStatus.served;
  return status === RequestStatus.closed && wanted !== RequestStatus.closed && wanted !== RequestStatus.temporary;
}

/** Lines 17 to 20 of contract 20 section 5. */
function changeStatus(
  draft: ChangeDraft,
  current: SupportRequest,
  wanted: RequestStatus,
  by: string,
  facts: Facts,
): void {
  const { status } = current;
  if (status === wanted) return;
  if (wanted === RequestStatus.closed) closeOn(draft, by);
  else if (wanted === RequestStatus.temporary) park(draft, current);
  else if (wanted === RequestStatus.unserved && status === RequestStatus.served) emptyOn(draft, facts.teammateOf);
  else if (reopens(status, wanted)) reopenOn(draft, facts.reopening(current), comment);
  else throw requestErrors.no_participant({ conflict: current.id });
}

/**
 * Takes a request out of the queue until it is routed, assigned or a participant is added. One that a human serves stays as it
 * is: clients that remove a bot set 50 afterwards, even when a human is left.
 */
function park(draft: ChangeDraft, current: SupportRequest): void {
  refuseClosed(current);
  if (humansOf(current).length > 0) return;
  if (current.status === RequestStatus.served) throw requestErrors.status_not_allowed({ conflict: current.id });
  draft.next.status = RequestStatus.temporary;
  draft.next.queueAfter = null;
}

/** Merges attributes name by name; `null` removes one. @throws validation_failed when they are too large together */
export function mergeAttributes(current: SupportRequest, sent: Record<string, unknown>, at: Date): Change {
  const merged = { ...current.attributes };
  for (const [name, value] of Object.entries(sent)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  refuseTooLarge(merged);
  const draft = begin(current, at);
  if (!isDeepStrictEqual(merged, current.attributes)) draft.next.attributes = merged;
  return finish(draft, 'updateRequestAttributes');
}

function refuseTooLarge(merged: Record<string, unknown>): void {
  const { error } = Attributes.safeParse(merged);
  if (!error) return;
  throw validationFailed(
    error.issues.map(({ message }) => ({ param: 'attributes', location: 'body', msg: `Together: ${message}` })),
  );
}
