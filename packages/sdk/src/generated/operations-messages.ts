// Generated from packages/contracts by `npm run generate`. Do not edit.

import { type Operation, operation } from '../core/operation.ts';
import type { BodyCode, ReadCode, UpdateCode, WriteCode } from './errors.ts';
import type { ChannelInput, DirectMessageView, MessageItemInput, MessageView, ProjectMessageView, ReadPositionView, SendMessageBodyInput, SentMessageView } from './types.ts';

export type ListProjectMessagesParams = { id_project?: string } & {
  limit?: number;
  /** Cursor to continue from. */
  cursor?: string;
  populate_request?: "0" | "1" | boolean;
};

export type SendDirectMessageParams = { id_project?: string } & {
  /** User id, guest id, `lead_id`, `bot_<id>` or `system`. */
  sender?: string | null;
  /** Name of the sender. */
  senderFullname?: string | null;
  /** Text, at most 65,536 characters. Required for type `text` unless attributes carry the content. */
  text?: string | null;
  /** Kind of message; `text` by default. */
  type?: "text" | "image" | "frame" | "file" | "video" | "audio" | "gallery" | "html" | null;
  /** Media of the message: `src` (required for `image`), `width`, `height`. */
  metadata?: Record<string, unknown> | null;
  /** Custom JSON object, at most 64 kB. */
  attributes?: Record<string, unknown> | null;
  /** Channel of the message; the request’s by default. */
  channel?: ChannelInput | null;
  /** Present and true if a machine has written it: it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated?: boolean | null;
  /** Language of the text, as sent. */
  language?: string | null;
  /** The `request_id`; of a direct message, a user id. */
  recipient: string;
  /** Name of the recipient of a direct message. */
  recipientFullname: string;
};

export type ExportProjectMessagesParams = { id_project?: string };

export type ListMessagesParams = { id_project?: string; request_id: string } & {
  limit?: number;
  after?: number;
  before?: number;
  direction?: 1 | -1;
  /** Cursor to continue from. */
  cursor?: string;
  with?: "merged" | null;
};

export type SendMessageParams = { id_project?: string; request_id: string } & SendMessageBodyInput;

export type GetMessageParams = { id_project?: string; request_id: string; message_id: string };

export type RedactMessageParams = { id_project?: string; request_id: string; message_id: string } & {
  /** Why, for the team: at most 300 characters. */
  reason?: string | null;
  /** The words to take out; all of them if absent. */
  passages?: string[] | null;
};

export type AcknowledgeMessageParams = { id_project?: string; request_id: string; message_id: string } & {
  /** How far the message has come. -100 failed, 150 delivered, 200 received, 250 returnReceipt, 300 seen */
  status: -100 | 150 | 200 | 250 | 300;
  /** Why the message failed, with status -100. */
  error?: {
    /** Word for programs. */
    code: string;
    /** Sentence for people. */
    text?: string | null;
  } | null;
};

export type SendMessagesParams = { id_project?: string; request_id: string } & {
  import?: boolean;
} & { items: MessageItemInput[] };

export type AcknowledgeMessagesParams = { id_project?: string; request_id: string } & {
  /** What to report. 300 implies 250. 250 returnReceipt, 300 seen */
  status: 250 | 300;
  /** Sequence number up to which messages are acknowledged. */
  upto: number;
};

export type SetReadPositionParams = { id_project?: string; request_id: string } & {
  /** Place of the last message read; beyond the newest one, the newest. */
  upto: number;
  /** Also go back, which marks messages as unread. */
  exact?: boolean | null;
};

/**
 * List the messages of a project, newest first.
 *
 * Minimum role: owner.
 *
 * @example await listProjectMessages(parley);
 */
export const listProjectMessages: Operation<ListProjectMessagesParams, ProjectMessageView[], ReadCode | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listProjectMessages', 'GET messages');

/**
 * Send a direct message to a member of the project.
 *
 * Minimum role: agent. Codes: `sender_not_allowed`, `unknown_sender`. Limits: `sender` ≤ 255 characters, `senderFullname` ≤ 200 characters, `text` ≤ 65536 characters, `language` ≤ 100 characters, `recipient` ≤ 255 characters, `recipientFullname` ≤ 200 characters.
 *
 * @example await sendDirectMessage(parley, { recipient: '65c5f3599faf2d04cd7da528', recipientFullname: 'Grace Hopper', text: 'Hello' });
 */
export const sendDirectMessage: Operation<SendDirectMessageParams, DirectMessageView, ReadCode | BodyCode | WriteCode | 'sender_not_allowed' | 'unknown_sender' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendDirectMessage', 'POST messages');

/**
 * Export the messages of a project as CSV, newest first.
 *
 * Minimum role: owner.
 *
 * @example await exportProjectMessages(parley);
 */
export const exportProjectMessages: Operation<ExportProjectMessagesParams, ReadableStream<Uint8Array>, ReadCode | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('exportProjectMessages', 'GET messages/csv', { answer: 'stream' });

/**
 * List the messages of a request in order. With `direction=-1` the newest come first. End users get only what their channel may show.
 *
 * Minimum role: guest. Codes: `request_not_found`.
 *
 * @example await listMessages(parley, { request_id });
 */
export const listMessages: Operation<ListMessagesParams, MessageView[], ReadCode | 'request_not_found' | 'token_expired' | 'right_missing' | 'cursor_invalid'> =
  /* @__PURE__ */ operation('listMessages', 'GET requests/:request_id/messages');

/**
 * Send a message. The first message of an id creates the request; the answer contains it as `request`. With `requester`, the team starts a conversation with one of its contacts.
 *
 * Minimum role: guest. Codes: `newer_messages`, `not_a_participant`, `sender_not_allowed`, `unknown_sender`, `request_not_visible`, `participants_not_allowed`, `request_closed`, `capacity_reached`, `external_id_taken`, `bot_budget_exhausted`, `not_a_teammate`, `request_merged`, `channel_window_closed`. Limits: `departmentid` ≤ 255 characters, `subject` ≤ 500 characters, `language` ≤ 100 characters, `sourcePage` ≤ 2048 characters, `userAgent` ≤ 1024 characters, `participants` ≤ 50 items, ….
 *
 * @example await sendMessage(parley, { request_id, text: 'Hello, I need help with my order' });
 */
export const sendMessage: Operation<SendMessageParams, SentMessageView, UpdateCode | 'newer_messages' | 'not_a_participant' | 'sender_not_allowed' | 'unknown_sender' | 'request_not_visible' | 'participants_not_allowed' | 'request_closed' | 'capacity_reached' | 'external_id_taken' | 'bot_budget_exhausted' | 'not_a_teammate' | 'request_merged' | 'channel_window_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendMessage', 'POST requests/:request_id/messages');

/**
 * Get a message.
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`.
 *
 * @example await getMessage(parley, { request_id, message_id });
 */
export const getMessage: Operation<GetMessageParams, MessageView, ReadCode | 'request_not_found' | 'message_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('getMessage', 'GET requests/:request_id/messages/:message_id');

/**
 * Take words out of a message for good. The text becomes `[redacted]`, or the given passages in it do; metadata and attributes go. Every copy follows: search, feed, stored webhook payloads, files that only this message names, and the mail that it came in. For admins; the author within 10 minutes. It cannot be undone.
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`, `not_the_author`, `passage_not_found`, `on_hold`, `version_mismatch`. Limits: `reason` ≤ 300 characters, `passages` ≤ 20 items.
 *
 * @example await redactMessage(parley, { request_id, message_id, reason: 'Card number', passages: ['4111 1111 1111 1111'] });
 */
export const redactMessage: Operation<RedactMessageParams, MessageView, UpdateCode | 'request_not_found' | 'message_not_found' | 'not_the_author' | 'passage_not_found' | 'on_hold' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('redactMessage', 'POST requests/:request_id/messages/:message_id/redact');

/**
 * Report that a message was delivered or read. The other side reports 250 or 300; from others, or for a lower status, it changes nothing. A connector, with the token of a bot, a webhook or a machine, also reports of the messages that it carries to the requester that they were sent (150), have come (200) or failed (-100, with its reason in `error`).
 *
 * Minimum role: guest. Codes: `request_not_found`, `message_not_found`.
 *
 * @example await acknowledgeMessage(parley, { request_id, message_id, status: 300 });
 */
export const acknowledgeMessage: Operation<AcknowledgeMessageParams, MessageView, UpdateCode | 'request_not_found' | 'message_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('acknowledgeMessage', 'PUT requests/:request_id/messages/:message_id/status');

/**
 * Send several messages at once. In the order of the array, with nothing in between, all or none. The request must exist. With `import=true`, or its own `createdAt`, a message is imported history: if an admin sends it, its `sender` may be an id unknown to Parley, which is stored with `senderFullname`.
 *
 * Minimum role: guest. Codes: `newer_messages`, `request_not_found`, `not_a_participant`, `sender_not_allowed`, `unknown_sender`, `request_not_visible`, `request_closed`, `external_id_taken`, `not_a_teammate`, `request_merged`, `channel_window_closed`. Limits: `items` ≤ 500 items.
 *
 * @example await sendMessages(parley, { request_id, items: [{ text: 'First' }, { text: 'Second' }] });
 */
export const sendMessages: Operation<SendMessagesParams, MessageView[], UpdateCode | 'newer_messages' | 'request_not_found' | 'not_a_participant' | 'sender_not_allowed' | 'unknown_sender' | 'request_not_visible' | 'request_closed' | 'external_id_taken' | 'not_a_teammate' | 'request_merged' | 'channel_window_closed' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('sendMessages', 'POST requests/:request_id/messages/multi', { query: ['import'], list: true });

/**
 * Report that all messages of the other side up to a sequence number were delivered or read.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `upto` ≤ 2147483647.
 *
 * @example await acknowledgeMessages(parley, { request_id, status: 300, upto: 12 });
 */
export const acknowledgeMessages: Operation<AcknowledgeMessagesParams, {
  /** Number of messages that have changed. */
  updated: number;
  /** Sequence number up to which messages are acknowledged. */
  upto: number;
}, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('acknowledgeMessages', 'PUT requests/:request_id/messages/status');

/**
 * Report how far the caller has read a request. The position only grows, unless `exact` is true. The position of a participant or the requester also acknowledges the messages up to it as seen.
 *
 * Minimum role: guest. Codes: `request_not_found`. Limits: `upto` ≤ 2147483647.
 *
 * @example await setReadPosition(parley, { request_id, upto: 7 });
 */
export const setReadPosition: Operation<SetReadPositionParams, ReadPositionView, UpdateCode | 'request_not_found' | 'token_expired' | 'right_missing'> =
  /* @__PURE__ */ operation('setReadPosition', 'PUT requests/:request_id/read');
