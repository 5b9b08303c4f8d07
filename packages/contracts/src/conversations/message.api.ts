import { z } from 'zod';

import { everyMember, everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, AnyPathId, BooleanWord, Direction, maybe, numberWord, oneOf, PathId, text } from '../fields.ts';
import { newRequestFields } from './inputs.ts';
import { checkContent, MessageItem, messageFields } from './message.fields.ts';
import { MessageView, SentMessageView } from './views.ts';

const tag = 'Messages';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

/** Number of messages in a list that was asked for without `limit`. Source: contract 21 section 4. */
export const messagesWithoutLimit = 2000;

/** The body of a send; also what bots send through gRPC. */
export const SendMessageBody = z
  .object({
    ...newRequestFields,
    ...messageFields,
    /** For whom the request is opened when another one sends; of bots and agents. */
    requester: maybe(AnyId),
    preflight: maybe(z.boolean()),
    /** Only 50, parked; from bots and agents. */
    request_status: maybe(z.literal(50)),
  })
  .superRefine(checkContent);

export const messageApi = defineApi('conversations', {
  sendMessage: {
    right: 'messages.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/messages',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: z.string() }),
    body: SendMessageBody,
    response: SentMessageView,
    errors: [
      'newer_messages',
      'not_a_participant',
      'sender_not_allowed',
      'unknown_sender',
      'request_not_visible',
      'participants_not_allowed',
      'request_closed',
      'capacity_reached',
      'external_id_taken',
      'bot_budget_exhausted',
      'not_a_teammate',
      'request_merged',
      'channel_window_closed',
    ],
    summary: 'Send a message',
    description:
      'The first message of an id creates the request; the answer contains it as `request`. With `requester`, the team starts a conversation with one of its contacts.',
    tag,
    example: { body: { text: 'Hello, I need help with my order' } },
  },
  sendMessages: {
    right: 'messages.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/messages/multi',
    role: 'guest',
    kinds: everyPrincipal,
    bodyLimit: 5_000_000,
    params: z.object({ id_project: PathId, request_id: AnyPathId }),
    query: z.object({
      /** All items are history from elsewhere, with their own dates; of bots and agents. */
      import: BooleanWord.optional(),
    }),
    body: z.array(MessageItem).min(1).max(500),
    response: z.array(MessageView),
    errors: [
      'newer_messages',
      'request_not_found',
      'not_a_participant',
      'sender_not_allowed',
      'unknown_sender',
      'request_not_visible',
      'request_closed',
      'external_id_taken',
      'not_a_teammate',
      'request_merged',
      'channel_window_closed',
    ],
    summary: 'Send several messages at once',
    description:
      'In the order of the array, with nothing in between, all or none. The request must exist. With `import=true`, or its own `createdAt`, a message is imported history: if an admin sends it, its `sender` may be an id unknown to Parley, which is stored with `senderFullname`.',
    tag,
    example: { body: [{ text: 'First' }, { text: 'Second' }] },
  },
  listMessages: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/messages',
    role: 'guest',
    kinds: everyPrincipal,
    params: ofRequest,
    query: z.object({
      /** More than 200 is taken as 200. Without it the first 2,000 come, with a `Link` if there are more. */
      limit: numberWord({ integer: true, min: 1 }).optional(),
      after: numberWord({ integer: true, min: 0 }).optional(),
      before: numberWord({ integer: true, min: 0 }).optional(),
      direction: Direction.optional(),
      cursor: z.string().optional(),
      /** With the messages of the requests that were merged into this one, by time. Of the team. */
      with: maybe(oneOf(['merged'])),
    }),
    response: z.array(MessageView),
    errors: ['request_not_found'],
    summary: 'List the messages of a request in order',
    description: 'With `direction=-1` the newest come first. End users get only what their channel may show.',
    tag,
  },
  getMessage: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id',
    role: 'guest',
    kinds: everyPrincipal,
    params: ofRequest.extend({ message_id: PathId }),
    response: MessageView,
    errors: ['request_not_found', 'message_not_found'],
    summary: 'Get a message',
    tag,
  },
  redactMessage: {
    right: 'messages.write',
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id/redact',
    role: 'guest',
    kinds: everyMember,
    destructive: true,
    params: ofRequest.extend({ message_id: PathId }),
    body: z.object({
      reason: maybe(text(300)),
      /** Absent: the whole message. */
      passages: maybe(z.array(text(2_000, 1)).min(1).max(20)),
    }),
    response: MessageView,
    errors: [
      'request_not_found',
      'message_not_found',
      'not_the_author',
      'passage_not_found',
      'on_hold',
      'version_mismatch',
    ],
    summary: 'Take words out of a message for good',
    description:
      'The text becomes `[redacted]`, or the given passages in it do; metadata and attributes go. Every copy follows: search, feed, stored webhook payloads, files that only this message names, and the mail that it came in. For admins; the author within 10 minutes. It cannot be undone.',
    tag,
    example: { body: { reason: 'Card number', passages: ['4111 1111 1111 1111'] } },
  },
});
