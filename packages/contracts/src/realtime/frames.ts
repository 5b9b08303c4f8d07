import { z } from 'zod';

import { MessageStatus } from '../conversations/status.ts';
import { eitherBy, Timestamp } from '../fields.ts';

const Topic = z.string().max(700);

/** What a teammate does with a request that they have open, the busiest last. `left`: no longer. Source: contract 82 section 7. */
export const viewingStates = ['left', 'viewing', 'noting', 'replying'] as const;
export type ViewingState = (typeof viewingStates)[number];

/** A teammate who has a request open, as `/PID/requests/RID/viewers` carries it. */
export const ViewerView = z.object({
  user_id: z.string(),
  fullname: z.string(),
  state: z.enum(viewingStates).exclude(['left']),
  since: Timestamp,
});
export type ViewerView = z.output<typeof ViewerView>;

/** What a client sends over `/v3/ws`, as existing clients write it. Source: contract 21 section 10.2. */
export const ClientFrame = eitherBy('action', [
  z.object({ action: z.literal('auth'), payload: z.object({ token: z.string().max(8_300) }) }),
  z.object({
    action: z.literal('subscribe'),
    payload: z.object({ topic: Topic, after: z.string().max(200).optional() }),
  }),
  z.object({ action: z.literal('unsubscribe'), payload: z.object({ topic: Topic }) }),
  z.object({
    action: z.literal('ack'),
    payload: z.object({
      topic: Topic,
      upto: z.number().int().min(0).max(2_147_483_647),
      status: z.literal([MessageStatus.returnReceipt, MessageStatus.seen]),
    }),
  }),
  z.object({
    action: z.literal('publish'),
    payload: z.looseObject({
      topic: Topic,
      message: z.looseObject({ typing: z.boolean().optional(), state: z.enum(viewingStates).optional() }).optional(),
    }),
  }),
  z.object({ action: z.literal('broadcast'), payload: z.looseObject({ topic: Topic.optional() }).optional() }),
  z.object({ action: z.literal('me'), payload: z.unknown().optional() }),
  z.object({ action: z.literal('heartbeat'), payload: z.unknown().optional() }),
]);
export type ClientFrame = z.output<typeof ClientFrame>;

/** What happened to the record that a frame carries. `CREATE` with an array: the first frame of a list topic. `READ` and
 * `MENTION` concern one person alone. */
export const frameMethods = ['CREATE', 'UPDATE', 'DELETE', 'READ', 'MENTION'] as const;
export type FrameMethod = (typeof frameMethods)[number];

/** Codes by which the server closes a socket. Source: contract 21 section 10.1. */
export const socketCloses = {
  unauthorized: 4401,
  silent: 4408,
  slowConsumer: 4413,
  tooMany: 4429,
  restart: 1012,
} as const;

/** Largest frame of a client, in bytes. */
export const largestClientFrame = 65_536;
