import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { numberWord, PathId, Timestamp } from '../fields.ts';
import { frameMethods } from '../realtime/frames.ts';

/** One change, as the feed tells it and, beside older members, the frames of sockets. Source: contract 21 section 11. */
export const ChangeView = z.object({
  cursor: z.string(),
  topic: z.string(),
  method: z.enum(frameMethods),
  /** The domain event it comes from. */
  type: z.string(),
  id_project: z.string(),
  request_id: z.string().optional(),
  time: Timestamp,
  /** `__v` of the record. */
  version: z.number().int(),
  /** The record in the caller's form; of a DELETE its ids alone. */
  message: z.record(z.string(), z.unknown()),
});
export type ChangeView = z.output<typeof ChangeView>;

export const feedApi = defineApi('conversations', {
  listChanges: {
    right: 'requests.read',
    method: 'get',
    path: '/v3/:id_project/changes',
    role: 'guest',
    kinds: everyPrincipal,
    stream: 'raw',
    params: z.object({ id_project: PathId }),
    query: z.strictObject({
      after: z.string().max(200).optional(),
      limit: numberWord({ integer: true, min: 1, max: 1_000 }).optional(),
      /** Seconds to wait for a change when there is none. */
      wait: numberWord({ integer: true, min: 0, max: 30 }).optional(),
      /** Names of topics, separated by commas; default: the requests, and all messages that the caller sees. */
      topics: z.string().max(20_000).optional(),
    }),
    response: z.object({ changes: z.array(ChangeView), cursor: z.string(), more: z.boolean() }),
    produces: ['application/json', 'text/event-stream'],
    errors: ['cursor_invalid', 'cursor_expired'],
    summary: 'Follow the changes of a project that the caller may see',
    description:
      'Without `after`: no changes and the current cursor. With `Accept: text/event-stream` the changes are streamed, and `Last-Event-ID` says where to continue.',
    tag: 'Changes',
  },
});
