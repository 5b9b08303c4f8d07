import { z } from 'zod';

import { Attributes, Instant, jsonObject, maybe, numberWord, oneOf, text } from '../fields.ts';
import { ChannelInput, senderFields } from './inputs.ts';
import { messageStatuses, messageTypes } from './status.ts';

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
  type: maybe(oneOf(messageTypes)),
  /** Clients send `""` for "none". */
  metadata: z.preprocess((sent) => (sent === '' ? undefined : sent), maybe(Metadata)).optional(),
  attributes: maybe(Attributes),
  channel: maybe(ChannelInput),
  external_id: maybe(text(255, 1)),
  /** A machine has written it: stored and shown, but it ends no wait and starts nothing. Of connectors; ignored from others. */
  automated: maybe(z.boolean()),
};

interface MessageContent {
  text?: string | undefined;
  type?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  attributes?: Record<string, unknown> | undefined;
}

/** A message has content: words, or what its attributes carry instead, or the address of an image. */
export function checkContent(message: MessageContent, context: z.core.$RefinementCtx): void {
  const { type = 'text', attributes } = message;
  const carried = attributes?.attachment || attributes?.commands;

  if (type === 'text' && isEmpty(message.text) && !carried) {
    context.addIssue({ code: 'custom', path: ['text'], message: 'Required, and not blank' });
  }
  if (type === 'image' && message.metadata?.src === undefined) {
    context.addIssue({ code: 'custom', path: ['metadata', 'src'], message: 'Required for an image' });
  }
}

/** A later message of a request, as one of several. `createdAt` and `status` are for imports, which check them. */
export const MessageItem = z
  .object({
    ...messageFields,
    language: maybe(text(100)),
    createdAt: z.unknown().optional(),
    status: z.unknown().optional(),
  })
  .superRefine(checkContent);

/** What an import may say of a message beside its content; contract 21 section 3. */
export const ImportedMessageFields = z.object({
  createdAt: maybe(Instant.refine((at) => !(Date.parse(at) < 0), 'Must not lie before 1970')),
  status: maybe(z.literal(messageStatuses)),
});

/** What a bot says in a turn; it is stored as given. */
export const TurnMessage = z
  .object({
    text: messageFields.text,
    type: messageFields.type,
    metadata: messageFields.metadata,
    attributes: messageFields.attributes,
    language: maybe(text(100)),
  })
  .superRefine(checkContent);
