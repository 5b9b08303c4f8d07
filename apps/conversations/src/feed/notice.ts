import { type Actor, type FrameMethod, isMachine, roleReaches } from '@parley/contracts';

import { isEndUser, principalOf, type Roster, type Viewer, viewerOf } from '../access/visibility.ts';
import type { FeedPosition } from './cursor.ts';
import type { FeedRow } from './feed-row.ts';
import type { Frame } from './frame-queue.ts';

/** Whoever follows the feed, with his rights. */
export interface FeedFollower {
  viewer: Viewer;
  endUser: boolean;
  /** As requester or participant. */
  principal: string;
  /** Of his membership. */
  teammateId: string | undefined;
}

export function feedFollowerOf(actor: Actor): FeedFollower {
  return {
    viewer: viewerOf(actor),
    endUser: isEndUser(actor),
    principal: principalOf(actor),
    teammateId: isMachine(actor.kind) || !roleReaches(actor.role, 'guest') ? undefined : actor.teammateId,
  };
}

/** What one change tells on one topic. */
export interface Notice {
  topic: string;
  /** Its number among all that the change tells: rising, and the same whenever it is read. Nothing: its position in the list. */
  nth?: number;
  /** Told to those who follow all messages, too. */
  isMessage: boolean;
  requestId?: string;
  /** The only end user whom it may concern; nothing: any. */
  requester?: string;
  /** `_id` and `__v` of the record; 0 where only its ids are told. */
  id: string;
  version: number;
  /** How this follower hears of it, with his groups as they are now; nothing: not at all. */
  methodFor(follower: FeedFollower, roster: Roster): FrameMethod | undefined;
  /** JSON of the record in the follower's form; of a DELETE its ids alone. */
  textFor(follower: FeedFollower, method: FrameMethod): string;
}

/** A notice and the position of a follower who has heard it. */
export interface PositionedNotice extends Notice {
  position: FeedPosition;
}

/** What one follower hears of one notice, if anything. */
export function frameFor(
  row: FeedRow,
  notice: PositionedNotice,
  follower: FeedFollower,
  roster: Roster,
): Frame | undefined {
  const method = notice.methodFor(follower, roster);
  if (method === undefined) return undefined;
  const { position, topic, requestId, id, version } = notice;
  const text = notice.textFor(follower, method);
  return { position, topic, method, type: row.type, ...(requestId && { requestId }), id, version, text };
}

/** A record as an event or a note carries it. */
export interface EventRecord extends Record<string, unknown> {
  _id: string;
  __v: number;
}

/** Of one record: rendered once for the team and once for end users, however many follow it. */
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
