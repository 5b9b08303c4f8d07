import { commonErrors, type FieldFault, groupErrors, requestFollowerAdded, requestMentioned } from '@parley/contracts';

import { type ChangeDraft, pendingEvent } from '../request-state/change.ts';
import { maxFollowers } from '../request-state/request.ts';

/** A teammate who is mentioned. */
export interface MentionedTeammate {
  /** User id. */
  id: string;
  teammateId: string;
}

/** People mentioned in one note or private message. */
export interface Mention {
  people: readonly MentionedTeammate[];
  by: { _id: string; fullname: string };
  text: string;
  /** `_id` of the note or message; without either, an action notified them. */
  place: { note_id: string } | { message_id: string } | { cause: 'macro' | 'rule' | 'schedule' };
}

/** How long a mention is listed. */
export const mentionDays = 90;
export const maxTextLength = 160;
/** What an action says has no other place. */
const maxNotificationLength = 1_000;

/** Who is concerned: mentioning oneself does nothing. */
export const mentionedOthers = ({ people, by }: Mention): readonly MentionedTeammate[] =>
  people.filter(({ id }) => id !== by._id);

export const isOfOthers = (mention: Mention): boolean => mentionedOthers(mention).length > 0;

export function notificationText({ text, place }: Mention): string {
  return [...text].slice(0, 'cause' in place ? maxNotificationLength : maxTextLength).join('');
}

/**
 * @param strangers indexes of the names that are no active team member
 * @param paramOf where each name stands in the body
 * @throws not_a_teammate
 */
export function refuseStrangers(strangers: readonly number[], paramOf: (index: number) => string): void {
  if (strangers.length === 0) return;
  const faults = strangers.map(
    (index): FieldFault => ({ param: paramOf(index), location: 'body', msg: 'Is no active team member' }),
  );
  throw groupErrors.not_a_teammate({ errors: faults });
}

/** Tells those who are mentioned; who neither participates nor follows becomes a follower. @throws limit_reached */
export function mentionOn(draft: ChangeDraft, mention: Mention): void {
  const { next, events } = draft;
  const others = mentionedOthers(mention);
  const coming = others.filter(
    ({ id, teammateId }) => !next.participants.includes(id) && !next.followers.includes(teammateId),
  );
  if (next.followers.length + coming.length > maxFollowers) throw commonErrors.limit_reached({ limit: maxFollowers });
  if (coming.length > 0) next.followers = [...next.followers, ...coming.map(({ teammateId }) => teammateId)];
  for (const { teammateId } of coming) events.push(pendingEvent(requestFollowerAdded, { member: teammateId }));

  const { by, place } = mention;
  const text = notificationText(mention);
  for (const { id } of others) events.push(pendingEvent(requestMentioned, { member: id, by, text, ...place }));
}
