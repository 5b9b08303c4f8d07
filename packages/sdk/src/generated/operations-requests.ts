// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, CallCode, DeleteCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ActionInput, BulkResultView, ChannelInput, CountRequestsQueryInput, HistoryEntryView, ListRequestsQueryInput, LocationInput, MentionPageView, RequestCountersView, RequestPageView, RequestView } from './types.ts';

export type LookupRequestProjectParams = { request_id: string };

export type ListMentionsParams = { id_project?: string } & {
  page?: number | null;
  limit?: number | null;
  /** Cursor to continue from. */
  cursor?: string | null;
  sortField?: "createdAt" | null;
  sort?: "createdAt" | null;
  direction?: 1 | -1 | null;
  unread?: boolean;
};

export type ListRequestsParams = { id_project?: string } & ListRequestsQueryInput;

export type CreateRequestParams = { id_project?: string; request_id: string } & {
  import?: boolean;
} & {
  /** Department to route to; `default` or absent: the default department. */
  departmentid?: string | null;
  /** Subject, at most 500 characters. */
  subject?: string | null;
  /** Language of the requester, as sent. */
  language?: string | null;
  /** Page that the conversation was started on. */
  sourcePage?: string | null;
  /** `User-Agent` of the client. */
  userAgent?: string | null;
  /** Where the requester is. */
  location?: LocationInput | null;
  /** User ids and `bot_<id>` of those who serve the request, in order of joining. */
  participants?: string[] | null;
  /** Teammate ids of those who watch the request, at most 50. */
  followers?: string[] | null;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
  /** Tags of the request, at most 50, unique by name in any case. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
    /** Custom JSON object. `{}` by default. */
    attributes?: Record<string, unknown> | null;
  })[] | null;
  /** E-mail address of the requester, if they are not known yet. For bots and agents only. */
  email?: string | null;
  /** Who the requester is, if not the caller. For bots and agents only. */
  sender?: string | null;
  /** Name of the requester. */
  senderFullname?: string | null;
  /** Text of the first message, 1 to 65,536 characters. */
  first_text: string;
  /** Id of the conversation, chosen by the client or generated; unique within the project. */
  request_id?: string | null;
  /** Channel that the request came through; `chat21` by default. */
  channel?: ChannelInput | null;
  /** Custom JSON object, at most 64 kB. End users can read it: keep secrets in notes. */
  attributes?: Record<string, unknown> | null;
  /** Whether the queue may assign the request. */
  smartAssignment?: boolean | null;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string | null;
  createdAt?: unknown;
  /** 1000 for an imported request that is closed. With `import=true` only. */
  status?: unknown;
  /** When the imported request was closed. */
  closed_at?: unknown;
  /** Who closed the imported request. */
  closed_by?: unknown;
};

export type DeleteRequestParams = { id_project?: string; request_id: string };

export type GetRequestParams = { id_project?: string; request_id: string } & {
  /** Return ids instead of records. */
  no_populate?: boolean;
};

export type UpdateRequestParams = { id_project?: string; request_id: string } & {
  /** Text of the first message, 1 to 65,536 characters. */
  first_text?: string;
  /** The contact behind the request: a lead, or its `_id` in the plain form. */
  lead?: string;
  /** Subject, at most 500 characters. */
  subject?: string | null;
  /** Language of the requester, as sent. */
  language?: string | null;
  /** Page that the conversation was started on. */
  sourcePage?: string | null;
  /** Where the requester is. */
  location?: LocationInput | null;
  /** `medium` and `normal` are the same priority, `high` and `hight` too. */
  priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent";
  /** Whether the queue may assign the request. */
  smartAssignment?: boolean;
  /** Custom state of the team. `pending` frees the seat and stops automatic closing. */
  workingStatus?: string | null;
  /** Tags of the request, at most 50, unique by name in any case. */
  tags?: (string | {
    /** Name of the tag. */
    tag: string;
    /** Colour of the tag; `#43B1F2` by default on requests. */
    color?: string | null;
    /** Custom JSON object. `{}` by default. */
    attributes?: Record<string, unknown> | null;
  })[];
  /** Rating by the requester, 0 to 5. */
  rating?: number | null;
  /** Comment with the rating. */
  rating_message?: string | null;
  /** Status of the request. 50 temporary, 100 unserved, 200 served, 1000 closed */
  status?: 50 | 100 | 200 | 1000;
  /** New channel: 1 to 50 of `a-z`, `0-9`, `_` and `-`. */
  channelName?: string;
  /** Until when the channel takes free text. */
  channel_window?: {
    /** When it closes; by default now, if `templates_only`. */
    closes_at?: string | null;
    /** Messages with the attribute `template` pass then. */
    templates_only: boolean;
  } | null;
};

export type UpdateRequestAttributesParams = { id_project?: string; request_id: string } & Record<string, unknown>;

export type CloseRequestParams = { id_project?: string; request_id: string } & {
  /** The survey of the last closing, once it was asked. */
  survey?: boolean | null;
};

export type CloseOwnRequestParams = { id_project?: string; request_id: string };

export type ListRequestHistoryParams = { id_project?: string; request_id: string } & {
  direction?: 1 | -1;
  limit?: number;
  /** Cursor to continue from. */
  cursor?: string;
};

export type RateRequestParams = { id_project?: string; request_id: string } & {
  /** Rating, 0 to 5. `rate` or `rating` is required. */
  rate?: number | null;
  /** Rating by the requester, 0 to 5. */
  rating?: number | null;
  /** Comment with the rating. */
  rate_message?: string | null;
  /** Comment with the rating. */
  rating_message?: string | null;
};

export type ReopenRequestParams = { id_project?: string; request_id: string };

export type SnoozeRequestParams = { id_project?: string; request_id: string } & {
  /** When it ends, in the future and within 366 days. At most one of `until`, `in` and `opening`; without any, the requester’s next message ends it. */
  until?: string | null;
  /** Milliseconds from now, at least a minute. */
  in?: number | null;
  /** Until the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** Whether a message of the requester ends it before; true by default. False needs a time. */
  wake_on_reply?: boolean | null;
  /** Why, for the team, at most 500 characters. */
  reason?: string | null;
};

export type WakeRequestParams = { id_project?: string; request_id: string };

export type BulkRequestsParams = { id_project?: string } & {
  /** The requests, each once, 1 to 200. */
  request_ids: string[];
  /** What is done to each of them. */
  operation: "close" | "reopen" | "claim" | "assign" | "department" | "tag" | "untag" | "priority" | "follow" | "unfollow" | "read" | "snooze" | "wake" | "sla" | "macro" | "actions";
  /** True: nothing is stored, and the answer says what would happen. */
  dry_run?: boolean | null;
  /** What the operation needs to know. */
  args?: {
    /** Who serves the requests from now on: user id, teammate id, `bot_<id>` or bot id. */
    member?: string | null;
    /** Department to route to. */
    departmentid?: string | null;
    /** True: a bot of the department is passed over. */
    nobot?: boolean | null;
    /** Tags to add, or names of those to remove. */
    tags?: (string | {
      /** Name of the tag. */
      tag: string;
      /** Colour of the tag; `#43B1F2` by default on requests. */
      color?: string | null;
      /** Custom JSON object. `{}` by default. */
      attributes?: Record<string, unknown> | null;
    })[] | null;
    /** The new priority. */
    priority?: "low" | "normal" | "medium" | "hight" | "high" | "urgent" | null;
    /** Id of the service-level policy; `null`: none. */
    policy?: string | null;
    /** Id of the macro to run. */
    macro?: string | null;
    /** Actions to run: all of them on a request, or none. */
    actions?: ActionInput[] | null;
    /** When it ends, in the future and within 366 days. At most one of `until`, `in` and `opening`; without any, the requester’s next message ends it. */
    until?: string | null;
    /** Milliseconds from now, at least a minute. */
    in?: number | null;
    /** Until the n-th next opening of the project, 1 to 30. */
    opening?: number | null;
    /** Whether a message of the requester ends it before; true by default. False needs a time. */
    wake_on_reply?: boolean | null;
    /** Why, for the team, at most 500 characters. */
    reason?: string | null;
  } | null;
};

export type CountRequestsParams = { id_project?: string } & CountRequestsQueryInput;

export type GetRequestCountersParams = { id_project?: string };

export type ExportRequestsParams = { id_project?: string } & ListRequestsQueryInput;

export type ListMyRequestsParams = { id_project?: string } & ListRequestsQueryInput;

/**
 * Get the project of a request from its id.
 *
 * For any signed-in caller. Codes: `request_not_found`.
 *
 * @example await lookupRequestProject(parley, { request_id });
 */
export const lookupRequestProject: Operation<LookupRequestProjectParams, {
  id_project: string;
}, CallCode | 'request_not_found' | 'unauthorized' | 'token_expired' | 'authorization_malformed' | 'route_not_found'> =
  /* @__PURE__ */ operation('lookupRequestProject', 'GET /v3/requests_util/lookup/id_project/:request_id');

/**
 * The caller’s own mentions of the last 90 days, newest first.
 *
 * Minimum role: agent.
 *
 * @example await listMentions(parley);
 */
export const listMentions: Operation<ListMentionsParams, MentionPageView, ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listMentions', 'GET mentions');

/**
 * List the requests that the caller sees.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await listRequests(parley);
 */
export const listRequests: Operation<ListRequestsParams, RequestPageView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequests', 'GET requests');

/**
 * Create a request without a message. For tickets and imports; a first message creates its request automatically.
 *
 * Minimum role: guest. Codes: `request_exists`, `sender_not_allowed`, `unknown_sender`, `participants_not_allowed`, `capacity_reached`, `role_too_low`. Limits: `departmentid` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `userAgent` ≤ 1024 characters, `participants` ≤ 50 items, ….
 *
 * @example await createRequest(parley, { first_text: 'Hello, I need help with my order.' });
 */
export const createRequest: Operation<CreateRequestParams, RequestView, UpdateCode | 'request_exists' | 'sender_not_allowed' | 'unknown_sender' | 'participants_not_allowed' | 'capacity_reached' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('createRequest', 'POST requests/:request_id', { query: ['import'] });

/**
 * Delete a request with its messages, notes and history.
 *
 * Minimum role: owner. Codes: `request_not_found`, `on_hold`.
 *
 * @example await deleteRequest(parley, { request_id });
 */
export const deleteRequest: Operation<DeleteRequestParams, RequestView, DeleteCode | 'request_not_found' | 'on_hold' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('deleteRequest', 'DELETE requests/:request_id');

/**
 * Get a request.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await getRequest(parley, { request_id });
 */
export const getRequest: Operation<GetRequestParams, RequestView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequest', 'GET requests/:request_id');

/**
 * Change a request. Setting `status` runs the operation for that status, with its permissions and effects. A connector, with the token of a bot, a webhook or a machine, says by `channel_window` until when its channel takes free text.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `not_a_participant`, `no_participant`, `status_not_allowed`, `connectors_only`. Limits: `first_text` ≤ 65536 characters, `lead` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `workingStatus` ≤ 30 characters, ….
 *
 * @example await updateRequest(parley, { request_id, subject: 'Order 1234', tags: ['refund'], priority: 'high' });
 */
export const updateRequest: Operation<UpdateRequestParams, RequestView, UpdateCode | 'request_not_found' | 'request_closed' | 'not_a_participant' | 'no_participant' | 'status_not_allowed' | 'connectors_only' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRequest', 'PATCH requests/:request_id');

/**
 * Merge attributes into those of a request. `null` removes a name.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await updateRequestAttributes(parley, { request_id, order: 1234, coupon: null });
 */
export const updateRequestAttributes: Operation<UpdateRequestAttributesParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateRequestAttributes', 'PATCH requests/:request_id/attributes');

/**
 * Close a request. Agents may close requests that they participate in; admins and bots may close any. Closing a closed request changes nothing.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await closeRequest(parley, { request_id, survey: true });
 */
export const closeRequest: Operation<CloseRequestParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('closeRequest', 'PUT requests/:request_id/close');

/**
 * Close a request as its requester.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await closeOwnRequest(parley, { request_id });
 */
export const closeOwnRequest: Operation<CloseOwnRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('closeOwnRequest', 'PUT requests/:request_id/closeg');

/**
 * List the history of a request, oldest first.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listRequestHistory(parley, { request_id });
 */
export const listRequestHistory: Operation<ListRequestHistoryParams, HistoryEntryView[], ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listRequestHistory', 'GET requests/:request_id/history');

/**
 * Rate a request from 0 to 5.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `rate` ≤ 5, `rating` ≤ 5, `rate_message` ≤ 2000 characters, `rating_message` ≤ 2000 characters.
 *
 * @example await rateRequest(parley, { request_id, rate: 1, rating: 5, rate_message: 'text', rating_message: 'Quick and kind.' });
 */
export const rateRequest: Operation<RateRequestParams, RequestView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('rateRequest', 'PATCH requests/:request_id/rating');

/**
 * Reopen a closed request.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await reopenRequest(parley, { request_id });
 */
export const reopenRequest: Operation<ReopenRequestParams, RequestView, DeleteCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('reopenRequest', 'PUT requests/:request_id/reopen');

/**
 * Snooze a request. Until a time, the next opening of the project, or the requester’s next message. A snoozed request keeps its status and people, takes no capacity, waits in no queue and is not closed as idle. Snoozing again replaces the snooze.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`, `request_closed`, `status_not_allowed`, `never_open`. Limits: `in` ≤ 31622400000, `opening` ≤ 30, `reason` ≤ 500 characters.
 *
 * @example await snoozeRequest(parley, { request_id, in: 3600000, reason: 'Waits for the supplier' });
 */
export const snoozeRequest: Operation<SnoozeRequestParams, RequestView, UpdateCode | 'request_not_found' | 'not_a_participant' | 'request_closed' | 'status_not_allowed' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('snoozeRequest', 'PUT requests/:request_id/snooze');

/**
 * End the snooze of a request. A request that is not snoozed stays as it is.
 *
 * Minimum role: agent. Codes: `request_not_found`, `not_a_participant`.
 *
 * @example await wakeRequest(parley, { request_id });
 */
export const wakeRequest: Operation<WakeRequestParams, RequestView, DeleteCode | 'request_not_found' | 'not_a_participant' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('wakeRequest', 'DELETE requests/:request_id/snooze');

/**
 * Apply one action to up to 200 requests. Each request is changed as by the single call, with the same permissions and errors, in its own transaction. `assign` makes the member the only participant; `macro` and `actions` are all or nothing for each request. With `dry_run` nothing is stored. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.
 *
 * Minimum role: agent. Limits: `request_ids` ≤ 200 items.
 *
 * @example await bulkRequests(parley, { request_ids: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b9c1d7e3a4860b1c2d3e4f5a6b7c8'], operation: 'tag', args: { tags: ['vip'] } });
 */
export const bulkRequests: Operation<BulkRequestsParams, {
  /** What became of each request, in the order of the ids. */
  results: BulkResultView[];
}, ReadCode | BodyCode | WriteCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('bulkRequests', 'POST requests/bulk');

/**
 * Count the requests that the caller sees, by who serves them.
 *
 * Minimum role: agent.
 *
 * @example await countRequests(parley);
 */
export const countRequests: Operation<CountRequestsParams, {
  /** Requests in status 100. */
  unassigned: number;
  /** Requests in status 200 that a teammate serves; with `merge_assigned`, all of status 200. */
  assigned: number;
  /** Requests in status 200 that a bot serves. */
  bot_assigned: number;
  /** Requests in status 150. */
  abandoned: number;
} | {
  /** Requests in status 100. */
  unassigned: number;
  /** Requests in status 200 that a teammate serves; with `merge_assigned`, all of status 200. */
  assigned: number;
} | {
  /** Open requests of the calendar month. */
  open: number;
  /** Closed requests of the calendar month. */
  closed: number;
  /** The calendar month. */
  slot: {
    /** First day, `DD/MM/YYYY`. */
    startDate: string;
    /** Last day, `DD/MM/YYYY`. */
    endDate: string;
  };
}, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('countRequests', 'GET requests/count');

/**
 * Count the open requests of each view and department. Counts the requests that the caller sees, without drafts and preflight ones. Numbers stop at 10,000. The answer may be one second old.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await getRequestCounters(parley);
 */
export const getRequestCounters: Operation<GetRequestCountersParams, RequestCountersView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getRequestCounters', 'GET requests/counters');

/**
 * Export the requests that the caller sees as CSV. Takes the parameters of the list. At most 100,000 rows; `Link` points to the next file.
 *
 * Minimum role: agent. Codes: `query_timeout`.
 *
 * @example await exportRequests(parley);
 */
export const exportRequests: Operation<ExportRequestsParams, ReadableStream<Uint8Array>, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('exportRequests', 'GET requests/csv', { answer: 'stream' });

/**
 * List the requests that the caller started.
 *
 * Minimum role: guest. Codes: `query_timeout`.
 *
 * @example await listMyRequests(parley);
 */
export const listMyRequests: Operation<ListMyRequestsParams, RequestPageView, ReadCode | 'query_timeout' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listMyRequests', 'GET requests/me');
