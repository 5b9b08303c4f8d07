import { commonErrors, requestFollowerAdded, requestFollowerRemoved } from '@parley/contracts';

import { begin, type Change, finish, happened } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';

const mostFollowers = 50;

/**
 * These teammates follow it from now on, and nobody else; one event for each who goes and each who comes.
 * @throws limit_reached
 */
export function setFollowers(current: SupportRequest, wanted: readonly string[], at: Date, comment: string): Change {
  const followers = [...new Set(wanted)];
  if (followers.length > mostFollowers) throw commonErrors.limit_reached({ limit: mostFollowers });
  const going = current.followers.filter((member) => !followers.includes(member));
  const coming = followers.filter((member) => !current.followers.includes(member));

  const story = begin(current, at);
  if (going.length + coming.length > 0) story.next.followers = followers;
  for (const member of going) story.events.push(happened(requestFollowerRemoved, { member }));
  for (const member of coming) story.events.push(happened(requestFollowerAdded, { member }));
  return finish(story, comment);
}
