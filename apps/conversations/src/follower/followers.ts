import { commonErrors, requestFollowerAdded, requestFollowerRemoved } from '@parley/contracts';

import { begin, type Change, finish, pendingEvent } from '../request-state/change.ts';
import { maxFollowers, type SupportRequest } from '../request-state/request.ts';

/**
 * Replaces all followers, with one event for each one added or removed.
 * @throws limit_reached
 */
export function setFollowers(current: SupportRequest, wanted: readonly string[], at: Date, comment: string): Change {
  const followers = [...new Set(wanted)];
  if (followers.length > maxFollowers) throw commonErrors.limit_reached({ limit: maxFollowers });
  const going = current.followers.filter((member) => !followers.includes(member));
  const coming = followers.filter((member) => !current.followers.includes(member));

  const draft = begin(current, at);
  if (going.length + coming.length > 0) draft.next.followers = followers;
  for (const member of going) draft.events.push(pendingEvent(requestFollowerRemoved, { member }));
  for (const member of coming) draft.events.push(pendingEvent(requestFollowerAdded, { member }));
  return finish(draft, comment);
}
