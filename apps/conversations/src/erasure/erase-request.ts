import { isDeepStrictEqual } from 'node:util';

import { begin, type Change, finish } from '../request-state/change.ts';
import { erasableColumns } from '../request-state/request.columns.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { erasureComment } from './subject.ts';

/** Blanks what the person said and how they were known. Number, times, places and the people who served them stay. */
export function eraseRequest(current: SupportRequest, at: Date): Change {
  const draft = begin(current, at);
  const { next } = draft;
  const { requester, lead, ...snapshot } = current.snapshot;
  for (const { member, blank, fixed } of erasableColumns) {
    // Empty values stay identical, so that a repeated erasure changes nothing.
    if (!fixed && !isDeepStrictEqual(Reflect.get(current, member), blank)) Reflect.set(next, member, blank);
  }
  if (requester || lead) next.snapshot = snapshot;
  return finish(draft, erasureComment);
}
