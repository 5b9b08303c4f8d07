// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { DeleteCode, ReadCode, UpdateCode } from './errors.ts';
import type { ScheduledMessagePageView, ScheduledMessageView } from './types.ts';

export type ListScheduledMessagesParams = { id_project?: string; request_id: string } & {
  state?: "pending" | "sent" | "cancelled" | "missed" | "failed" | null;
};

export type ScheduleMessageParams = { id_project?: string; request_id: string } & {
  /** Text of the message. */
  text?: string | null;
  /** Kind of the message. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown> | null;
  /** Attributes of the message. */
  attributes?: Record<string, unknown> | null;
  /** Language of the text. */
  language?: string | null;
  /** When it is sent, with its zone: a minute to 366 days from now. This or `opening`. */
  at?: string | null;
  /** At the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** What cancels it before. By default a message of the requester, and closing. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Milliseconds by which it may be late, an hour by default; after that it is not sent. */
  max_late?: number | null;
};

export type CancelScheduledMessageParams = { id_project?: string; request_id: string; scheduled_id: string };

export type UpdateScheduledMessageParams = { id_project?: string; request_id: string; scheduled_id: string } & {
  /** Text of the message. */
  text?: string | null;
  /** Kind of the message. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Of an image, frame or file: `src` is its absolute address. */
  metadata?: Record<string, unknown> | null;
  /** Attributes of the message. */
  attributes?: Record<string, unknown> | null;
  /** Language of the text. */
  language?: string | null;
  /** When it is sent, with its zone: a minute to 366 days from now. This or `opening`. */
  at?: string | null;
  /** At the n-th next opening of the project, 1 to 30. */
  opening?: number | null;
  /** What cancels it before. By default a message of the requester, and closing. */
  cancel_on?: ("requester_message" | "team_message" | "closed")[] | null;
  /** Milliseconds by which it may be late, an hour by default; after that it is not sent. */
  max_late?: number | null;
};

/**
 * Scheduled messages of a request. Pending ones first, by their time; then the newest of the others, 100 in all.
 *
 * Minimum role: agent. Codes: `request_not_found`.
 *
 * @example await listScheduledMessages(parley, { request_id });
 */
export const listScheduledMessages: Operation<ListScheduledMessagesParams, ScheduledMessagePageView, ReadCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('listScheduledMessages', 'GET requests/:request_id/scheduled');

/**
 * Schedule a message. It is sent at its time as its author, with the rights that the author has then, unless something of `cancel_on` happens first. After an outage longer than `max_late` it is not sent.
 *
 * Minimum role: agent. Codes: `request_not_found`, `request_closed`, `request_merged`, `limit_reached`, `never_open`. Limits: `text` ≤ 65536 characters, `language` ≤ 100 characters, `opening` ≤ 30, `cancel_on` ≤ 3 items, `max_late` ≤ 2592000000.
 *
 * @example await scheduleMessage(parley, { request_id, text: 'Did the parcel arrive?', opening: 1 });
 */
export const scheduleMessage: Operation<ScheduleMessageParams, ScheduledMessageView, UpdateCode | 'request_not_found' | 'request_closed' | 'request_merged' | 'limit_reached' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('scheduleMessage', 'POST requests/:request_id/scheduled');

/**
 * Cancel a scheduled message. Its author and admins.
 *
 * Minimum role: agent. Codes: `request_not_found`, `scheduled_not_found`, `not_pending`, `not_the_author`.
 *
 * @example await cancelScheduledMessage(parley, { request_id, scheduled_id });
 */
export const cancelScheduledMessage: Operation<CancelScheduledMessageParams, ScheduledMessageView, DeleteCode | 'request_not_found' | 'scheduled_not_found' | 'not_pending' | 'not_the_author' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('cancelScheduledMessage', 'DELETE requests/:request_id/scheduled/:scheduled_id');

/**
 * Change a scheduled message; what is absent stays. Its author and admins. It remains the message of its author.
 *
 * Minimum role: agent. Codes: `request_not_found`, `scheduled_not_found`, `not_pending`, `not_the_author`, `never_open`. Limits: `text` ≤ 65536 characters, `language` ≤ 100 characters, `opening` ≤ 30, `cancel_on` ≤ 3 items, `max_late` ≤ 2592000000.
 *
 * @example await updateScheduledMessage(parley, { request_id, scheduled_id, text: 'Has the parcel arrived?' });
 */
export const updateScheduledMessage: Operation<UpdateScheduledMessageParams, ScheduledMessageView, UpdateCode | 'request_not_found' | 'scheduled_not_found' | 'not_pending' | 'not_the_author' | 'never_open' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('updateScheduledMessage', 'PUT requests/:request_id/scheduled/:scheduled_id');
