import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { Attributes, jsonObject, maybe, numberWord, PathId, text } from '../fields.ts';
import { ChannelInput, newRequestFields, senderFields } from './inputs.ts';
import { messageTypes } from './status.ts';
import { MessageView, SentMessageView } from './views.ts';

const tag = 'Messages';
const ofRequest = z.object({ id_project: PathId, request_id: PathId });

/** Number of messages in a list that was asked for without `limit`. Source: contract 21 section 4. */
export const messagesWithoutLimit = 2000;

const address = /^https?:\/\/[^\s/?#]/i;

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && address.test(value) && URL.canParse(value);
}

/** Width or height: a number, or the text of one, which becomes a number. */
const Pixels = numberWord({ min: 0, max: 100_000 });

/** ≤ 16 kB; `src` is an absolute http(s) address, whatever the type; sizes become numbers. */
const Metadata = jsonObject(16_384, 20).transform((metadata, context) => {
  const sized = { ...metadata };
  for (const side of ['width', 'height'] as const) {
    if (sized[side] === undefined || sized[side] === null || sized[side] === '') {
      delete sized[side];
      continue;
    }
    const pixels = Pixels.safeParse(sized[side]);
    if (pixels.success) sized[side] = pixels.data;
    else context.addIssue({ code: 'custom', path: [side], message: 'Must be a number' });
  }
  if (sized.src !== undefined && !isAddress(sized.src)) {
    context.addIssue({ code: 'custom', path: ['src'], message: 'Must be an absolute http or https address' });
  }
  return sized;
});

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

/** Members every message may have, first or later, single or one of several. */
export const messageFields = {
  ...senderFields,
  text: maybe(text(65_536)),
  type: maybe(z.enum(messageTypes)),
  /** Clients send `""` for "none". */
  metadata: z.preprocess((sent) => (sent === '' ? undefined : sent), maybe(Metadata)).optional(),
  attributes: maybe(Attributes),
  channel: maybe(ChannelInput),
  external_id: maybe(text(255, 1)),
};

type MessageContent = {
  text?: string | undefined;
  type?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  attributes?: Record<string, unknown> | undefined;
};

/** A message has content: words, or what its attributes carry instead, or the address of an image. */
function checkContent(message: MessageContent, context: z.core.$RefinementCtx): void {
  const { type = 'text', attributes } = message;
  const carried = attributes?.attachment || attributes?.commands;

  if (type === 'text' && isEmpty(message.text) && !carried) {
    context.addIssue({ code: 'custom', path: ['text'], message: 'Required, and not blank' });
  }
  if (type === 'image' && message.metadata?.src === undefined) {
    context.addIssue({ code: 'custom', path: ['metadata', 'src'], message: 'Required for an image' });
  }
}

const SendMessageBody = z
  .object({
    ...newRequestFields,
    ...messageFields,
    preflight: maybe(z.boolean()),
    /** Only 50, parked; from bots and agents. */
    request_status: maybe(z.literal(50)),
  })
  .superRefine(checkContent);

export const messageApi = defineApi('conversations', {
  sendMessage: {
    method: 'post',
    path: '/v3/:id_project/requests/:request_id/messages',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: z.string() }),
    body: SendMessageBody,
    response: SentMessageView,
    errors: [
      'not_a_participant',
      'sender_not_allowed',
      'unknown_sender',
      'request_not_visible',
      'participants_not_allowed',
      'request_closed',
      'capacity_reached',
      'bot_budget_exhausted',
    ],
    summary: 'Send a message',
    description: 'The first message of an id creates the request; the answer carries it as `request`.',
    tag,
    example: { body: { text: 'Hello, I need help with my order' } },
  },
  listMessages: {
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
      direction: numberWord({ integer: true })
        .refine((value) => value === 1 || value === -1, 'Must be 1 or -1')
        .optional(),
      cursor: z.string().optional(),
    }),
    response: z.array(MessageView),
    errors: ['request_not_found'],
    summary: 'List the messages of a request in their order',
    description: 'With `direction=-1` the newest come first. End users get what their channel may show.',
    tag,
  },
  getMessage: {
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
});
