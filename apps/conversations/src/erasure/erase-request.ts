import { begin, type Change, finish } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { erasureComment } from './subject.ts';

/** Blanks what the person said and how they were known. Number, times, places and the people who served them stay. */
export function eraseRequest(current: SupportRequest, at: Date): Change {
  const draft = begin(current, at);
  const { next } = draft;
  const { requester, lead, ...snapshot } = current.snapshot;
  Object.assign(next, {
    ...{ firstText: '', subject: null, sourcePage: null, location: null, ratingMessage: null, requesterTeammate: null },
  } satisfies Partial<SupportRequest>);
  // Empty values stay identical, so that a repeated erasure changes nothing.
  if (Object.keys(current.attributes).length > 0) next.attributes = {};
  if (current.notes.length > 0) next.notes = [];
  if (requester || lead) next.snapshot = snapshot;
  return finish(draft, erasureComment);
}
