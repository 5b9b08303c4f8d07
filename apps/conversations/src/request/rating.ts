import { requestRated } from '@parley/contracts';

import { begin, type Change, finish, happened, type Story } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

/** At any status; a later rating overwrites. 0 is a rating. */
export function rate(current: SupportRequest, rating: number, message: string | undefined, at: Date): Change {
  const story = begin(current, at);
  rateOn(story, rating, message);
  return finish(story, 'rateRequest');
}

/** Rating as a part of another operation's change: `undefined` stays as it is, `null` is taken away. */
export function rateOn(story: Story, rating: number | null | undefined, message: string | null | undefined): void {
  const { next } = story;
  const before = { rating: next.rating, message: next.ratingMessage };
  if (rating !== undefined) next.rating = rating;
  if (message !== undefined) next.ratingMessage = message;
  if (next.rating === before.rating && next.ratingMessage === before.message) return;
  // Words without a rating, or a rating taken back, are an edit like any other.
  if (next.rating === null) return;

  story.events.push(
    happened(requestRated, {
      rating: next.rating,
      ...(next.ratingMessage !== null && { rating_message: next.ratingMessage }),
      ...(before.rating !== null && { previous: before.rating }),
    }),
  );
}
