import { requestRated } from '@parley/contracts';

import { begin, type Change, finish, happened } from './change.ts';
import type { SupportRequest } from './request.ts';

/** At any status; a later rating overwrites. 0 is a rating. */
export function rate(current: SupportRequest, rating: number, message: string | undefined, at: Date): Change {
  const story = begin(current, at);
  const ratingMessage = message ?? current.ratingMessage;
  if (rating === current.rating && ratingMessage === current.ratingMessage) return finish(story, 'rateRequest');

  story.next.rating = rating;
  story.next.ratingMessage = ratingMessage;
  story.events.push(
    happened(requestRated, {
      rating,
      ...(ratingMessage !== null && { rating_message: ratingMessage }),
      ...(current.rating !== null && { previous: current.rating }),
    }),
  );
  return finish(story, 'rateRequest');
}
