import { type Actor, type FrameMethod, isMachine, roleReaches } from '@parley/contracts';

import { isEndUser, principalOf } from '../access/actor.ts';
import { type TeamScope, type Viewer, viewerOf } from '../access/visibility.ts';
import type { FeedPosition } from './cursor.ts';
import type { FeedRow } from './feed-row.ts';
import type { Frame } from './frame-queue.ts';

/** A follower of the feed with their rights. */
export interface FeedFollower {
  viewer: Viewer;
  endUser: boolean;
  /** A bot or a webhook. */
  isMachine: boolean;
  /** As requester or participant. */
  principal: string;
  /** Of their membership. */
  teammateId: string | undefined;
}

export function feedFollowerOf(actor: Actor): FeedFollower {
  return {
    viewer: viewerOf(actor),
    endUser: isEndUser(actor),
    isMachine: isMachine(actor.kind),
    principal: principalOf(actor),
    teammateId: isMachine(actor.kind) || !roleReaches(actor.role, 'guest') ? undefined : actor.teammateId,
  };
}

/** What one change announces to the followers of one topic. */
export interface Notice {
  topic: string;
  /** Number within the change: ascending, and the same on every read. Absent: the index in the list. */
  nth?: number;
  /** Also sent to followers of all messages. */
  isMessage: boolean;
  requestId?: string;
  /** The only end user whom it may concern; absent: any. */
  requester?: string;
  /** `_id` and `__v` of the record; 0 if only ids are sent. */
  id: string;
  version: number;
  /** The method for this follower, with their current groups; `undefined` if they may not see it. */
  methodFor(follower: FeedFollower, scope: TeamScope): FrameMethod | undefined;
  /** JSON of the record in the follower's form; for a DELETE its ids only. */
  textFor(follower: FeedFollower, method: FrameMethod): string;
}

/** A notice with its position in the feed. */
export interface PositionedNotice extends Notice {
  position: FeedPosition;
}

/** The frame of a notice for one follower, if they may see it. */
export function frameFor(
  row: FeedRow,
  notice: PositionedNotice,
  follower: FeedFollower,
  scope: TeamScope,
): Frame | undefined {
  const method = notice.methodFor(follower, scope);
  if (method === undefined) return undefined;
  const { position, topic, requestId, id, version } = notice;
  const text = notice.textFor(follower, method);
  return { position, topic, method, type: row.type, ...(requestId && { requestId }), id, version, text };
}

/** A record as an event or a row of `feed_change` carries it. */
export interface EventRecord extends Record<string, unknown> {
  _id: string;
  __v: number;
}

/** Renders a record once for the team and once for end users, however many follow it. */
export function renderedOnce(team: () => object, endUser: () => object, ids: () => object) {
  const made = new Map<string, string>();
  return ({ endUser: isEndUser }: FeedFollower, method: FrameMethod): string => {
    const form = method === 'DELETE' ? 'ids' : isEndUser ? 'end_user' : 'team';
    const known = made.get(form);
    if (known !== undefined) return known;
    const text = JSON.stringify(form === 'ids' ? ids() : form === 'team' ? team() : endUser());
    made.set(form, text);
    return text;
  };
}
