import { type Audience, type RequestOfMessage, requestUpdated, topicNames } from '@parley/contracts';

import { sees, type TeamScope } from '../access/visibility.ts';
import type { InboxRow } from '../request-row/inbox-row.ts';
import type { FeedRow } from './feed-row.ts';
import type { FeedFollower, Notice } from './notice.ts';
import { type Previous, visibilityBefore, visibilityIn } from './request-notices.ts';

/** Whether a change may move a request in inboxes. */
export function movesInbox({ type, data }: FeedRow): boolean {
  const isOfMessage = type === 'message.created' || type === 'message.redacted';
  if (!isOfMessage) return type === 'request.created' || type === requestUpdated.type;
  const { audience, sender } = data.message as { audience?: Audience; sender?: string };
  return audience === 'all' && sender !== 'system';
}

/**
 * A change of a request or a visible message, for inboxes. The frame carries the row as it is now, so it goes to those who see the
 * request now, and could see it then. Nothing as long as the row was not loaded.
 * @param nth the place among the notices of the change
 */
export function inboxNotices(row: FeedRow, nth: number): Notice[] {
  const { projectId, type, data, now, found } = row;
  const inbox = found?.inboxRow;
  if (!inbox || !movesInbox(row)) return [];
  const then = visibilityIn(data.request as RequestOfMessage, now?.requester ?? inbox.record.requester);
  const previous = data.previous as Previous | undefined;
  const before = type === requestUpdated.type && then ? { ...then, ...visibilityBefore(previous) } : undefined;
  const begins = type === 'request.created' || previous?.preflight === true;
  return [
    {
      ...commonOf(projectId, inbox),
      nth,
      methodFor: (follower, scope) => {
        const isNow = isListed(inbox, follower, scope);
        if (then && sees(follower.viewer, then, scope)) return isNow ? (begins ? 'CREATE' : 'UPDATE') : undefined;
        return !isNow && before && maySubscribe(follower) && sees(follower.viewer, before, scope)
          ? 'DELETE'
          : undefined;
      },
    },
  ];
}

/** How far a person has read, for their own connections. */
export function readNotices({ projectId, data, found }: FeedRow): Notice[] {
  const inbox = found?.inboxRow;
  if (!inbox) return [];
  const text = JSON.stringify(data.position);
  return [
    {
      ...commonOf(projectId, inbox),
      methodFor: (follower, scope) =>
        follower.principal === data.principal && isListed(inbox, follower, scope) ? 'READ' : undefined,
      textFor: () => text,
    },
  ];
}

/** For the person who is mentioned, as long as they see the request. */
export function mentionNotices({ projectId, data, now }: FeedRow): Notice[] {
  if (!now) return [];
  const { member, by, text: excerpt, note_id, message_id } = data;
  const { id, requestId, requester } = now;
  const text = JSON.stringify({ request_id: requestId, by, text: excerpt, note_id, message_id });
  return [
    {
      ...{ topic: topicNames.inbox(projectId), isMessage: false, id, requestId, requester, version: 0 },
      methodFor: (follower, scope) =>
        follower.principal === member && maySubscribe(follower) && sees(follower.viewer, now, scope)
          ? 'MENTION'
          : undefined,
      textFor: () => text,
    },
  ];
}

function commonOf(projectId: string, inbox: InboxRow) {
  const { id, requestId, requester, version } = inbox.record;
  return {
    ...{ topic: topicNames.inbox(projectId), isMessage: false, id, requestId, requester, version },
    textFor: ({ endUser }, method) =>
      method === 'DELETE' ? JSON.stringify(inbox.ids) : inbox.textFor(endUser ? 'end_user_row' : 'row'),
  } satisfies Partial<Notice>;
}

/** Bots and webhooks have no inbox. */
const maySubscribe = ({ isMachine }: FeedFollower): boolean => !isMachine;

/** Visitors see their own before it has begun, too. */
function isListed({ record }: InboxRow, follower: FeedFollower, scope: TeamScope): boolean {
  if (!maySubscribe(follower) || !sees(follower.viewer, record, scope)) return false;
  return follower.endUser || !(record.draft || record.preflight);
}
