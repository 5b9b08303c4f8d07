import { requestLinked, requestUnlinked } from '@parley/contracts';

import { begin, type Change, finish, pendingEvent } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { nameOf } from './merge.ts';

/** Both ends tell it. */
export function linkBoth(one: SupportRequest, other: SupportRequest, at: Date): readonly [Change, Change] {
  return [told(one, other, requestLinked, at), told(other, one, requestLinked, at)];
}

export function unlinkBoth(one: SupportRequest, other: SupportRequest, at: Date): readonly [Change, Change] {
  return [told(one, other, requestUnlinked, at), told(other, one, requestUnlinked, at)];
}

function told(
  current: SupportRequest,
  other: SupportRequest,
  event: typeof requestLinked | typeof requestUnlinked,
  at: Date,
): Change {
  const draft = begin(current, at);
  draft.events.push(pendingEvent(event, { other: nameOf(other) }));
  return finish(draft, event === requestLinked ? 'linkRequest' : 'unlinkRequest');
}
