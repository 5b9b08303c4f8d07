import type { Message } from '../request-state/message.ts';
import type { CopiedRecord } from '../request-state/request.copies.ts';
import type { FeedPosition } from './cursor.ts';

/** A request as far as it decides who sees it. */
export interface RequestVisibility {
  requestId: string;
  requester: string;
  participants: string[];
  followers: string[];
  departmentId: string | null;
}

/** The request of a change as it is now. */
export interface CurrentRequest extends RequestVisibility {
  id: string;
  status: number;
  /** `snapshot.agents`, which events leave out. */
  agents: unknown;
}

/** One that is not closed. */
export interface OpenRequest extends CurrentRequest {
  ticketId: number;
}

/** A change in its position. */
export interface FeedRow {
  projectId: string;
  /** `time`: of its transaction. */
  position: FeedPosition;
  /** Of the domain event, or `feed.*` of what this service notes itself. */
  type: string;
  /** What the event carries. */
  data: Record<string, unknown>;
  /** `_id` of the request it is about, of events of requests and messages. */
  partitionKey: string;
  /** Nothing: it is about no request, or about one that is gone. */
  now: CurrentRequest | null;
  /** What the change names and does not carry. */
  found?: ReferencedRecords;
}

/** Records as they are now, looked up for those changes that only name them. */
export interface ReferencedRecords {
  messages?: Message[];
  requests?: OpenRequest[];
  teammates?: { id: string; principal: string; version: number; record: CopiedRecord }[];
  bot?: { id: string; version: number; record: CopiedRecord };
  /** Members that the event had no room for. */
  omitted?: { request?: object; message?: object };
}

/** Notes of this service on copies, in `feed_change`. */
export const noted = {
  /** `{id, principal}`. */
  teammate: 'feed.teammate',
  /** `{id}`. */
  bot: 'feed.bot',
  /** `{departments, users}`: people who no longer see the requests of departments, `null` for everybody but who still does. */
  lostAccess: 'feed.out_of_sight',
} as const;
