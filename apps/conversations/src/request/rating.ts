import { requestRated } from '@parley/contracts';

import { begin, type Change, type ChangeDraft, finish, pendingEvent } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** At any status; a later rating overwrites. 0 is a rating. */
export function rate(current: SupportRequest, rating: number, message: string | undefined, at: Date): Change {
  const draft = begin(current, at);
  rateOn(draft, rating, message);
  return finish(draft, 'rateRequest');
}

/** Rating as part of another operation's change: `undefined` leaves it, `null` removes it. */
export function rateOn(
  draft: ChangeDraft,
  rating: number | null | undefined,
  message: string | null | undefined,
): void {
  const { next } = draft;
  const before = { rating: next.rating, message: next.ratingMessage };
  if (rating !== undefined) next.rating = rating;
  if (message !== undefined) next.ratingMessage = message;
  const { survey } = next;
  const answers = survey !== null && next.rating !== null && Date.parse(survey.expires_at) > draft.at.getTime();
  const isSame = next.rating === before.rating && next.ratingMessage === before.message;
  if (isSame && (!answers || survey.answered_at !== undefined)) return;
  // A comment without a rating, or a removed rating, is an ordinary edit.
  if (next.rating === null) return;
  next.ratedAt = draft.at;
  // A rating answers the survey, whichever way it comes.
  if (answers) next.survey = { ...survey, answered_at: draft.at.toISOString() };

  draft.events.push(
    pendingEvent(requestRated, {
      rating: next.rating,
      ...(next.ratingMessage !== null && { rating_message: next.ratingMessage }),
      ...(before.rating !== null && { previous: before.rating }),
      ...(answers && { survey: survey._id }),
    }),
  );
}
