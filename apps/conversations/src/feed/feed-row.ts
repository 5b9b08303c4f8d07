import type { InboxRow } from '../request-row/inbox-row.ts';
import type { Message } from '../request-state/message.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { FeedPosition } from './cursor.ts';

/** What decides who may see a request. */
export interface RequestVisibility {
  requestId: string;
  requester: string;
  participants: string[];
  followers: string[];
  departmentId: string | null;
}

/** The request of a change in its current state. */
export interface CurrentRequest extends RequestVisibility {
  id: string;
  status: number;
  /** `snapshot.agents`, which events leave out. */
  agents: unknown;
}

/** A request that is not closed. */
export interface OpenRequest extends CurrentRequest {
  ticketId: number;
}

/** Events of the outbox that the feed reads. */
export const feedEvents = [
  'request.created',
  'request.updated',
  'request.deleted',
  'request.assigned',
  'request.unassigned',
  'request.closed',
  'request.mentioned',
  'message.created',
  'message.status_changed',
  'message.redacted',
  'message.directed',
  'event.emitted',
] as const;

/** Type of a domain event, or of a row of `feed_change`. */
export type FeedType = (typeof feedEvents)[number] | (typeof noted)[keyof typeof noted];

/** A change at its position. */
export interface FeedRow {
  projectId: string;
  /** `time` is that of its transaction. */
  position: FeedPosition;
  type: FeedType;
  /** The payload of the event. */
  data: Record<string, unknown>;
  /** `_id` of the request, for events of requests and messages. */
  partitionKey: string;
  /** `null`: the change is about no request, or about a deleted one. */
  now: CurrentRequest | null;
  /** Records that the change refers to and does not carry. */
  found?: ReferencedRecords;
}

/** Current records, looked up for changes that only name them. */
export interface ReferencedRecords {
  messages?: Message[];
  requests?: OpenRequest[];
  teammates?: { id: string; principal: string; version: number; deleted: boolean; record: CopiedRecord }[];
  /** The request’s row. */
  inboxRow?: InboxRow;
  bot?: { id: string; version: number; record: CopiedRecord };
  /** Fields that were too large for the event. */
  omitted?: { request?: object; message?: object };
}

/** Types of the rows in `feed_change`, which read models write. */
export const noted = {
  /** `{id, joined?}`. */
  teammate: 'feed.teammate',
  /** `{id, principal}`: of a visitor, for those alone who follow their record. */
  visitor: 'feed.visitor',
  /** `{id}`. */
  bot: 'feed.bot',
  /** `{departments, users}`: users who lost access to the requests of departments; `null` users: all but the present candidates. */
  lostAccess: 'feed.out_of_sight',
  /** `{principal, request, position}`: how far a person has read the request with this `_id`; for them alone. */
  read: 'feed.read',
} as const;

/** What the followers of a change need, beside what it carries; loaded on demand only. */
export interface WantedRecords {
  people: boolean;
  inbox: boolean;
}
