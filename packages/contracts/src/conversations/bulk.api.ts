import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyId, BooleanWord, maybe, oneOf, PathId, RecordId, text } from '../fields.ts';
import { Actions } from './action.fields.ts';
import { PriorityInput, RequestTagInput } from './inputs.ts';
import { checkSnooze, snoozeFields } from './snooze.api.ts';

const maxRequests = 200;

const RequestIds = z
  .array(AnyId)
  .min(1, 'At least one request')
  .max(maxRequests, `At most ${maxRequests} requests`)
  .refine((ids) => new Set(ids).size === ids.length, 'Each request once');

/** What each operation needs to know; the rest of `args` may be there and has no effect. */
const neededArgs = {
  close: [],
  reopen: [],
  claim: [],
  assign: ['member'],
  department: ['departmentid'],
  tag: ['tags'],
  untag: ['tags'],
  priority: ['priority'],
  follow: [],
  unfollow: [],
  read: [],
  snooze: [],
  wake: [],
  sla: ['policy'],
  macro: ['macro'],
  actions: ['actions'],
} as const;

/** The operations of a bulk call. */
export const bulkOperations = Object.keys(neededArgs) as [BulkOperation, ...BulkOperation[]];
export type BulkOperation = keyof typeof neededArgs;

const BulkBody = z
  .object({
    request_ids: RequestIds,
    operation: oneOf(bulkOperations),
    /** Done and undone: the answer says what would happen. */
    dry_run: maybe(z.boolean()),
    /** Members as in the body of the single call. */
    args: maybe(
      z.object({
        member: maybe(AnyId),
        departmentid: maybe(text(255, 1)),
        nobot: maybe(BooleanWord),
        tags: maybe(z.array(RequestTagInput).min(1, 'At least one tag').max(50)),
        priority: maybe(PriorityInput),
        policy: RecordId.nullable().optional(),
        macro: maybe(RecordId),
        actions: maybe(Actions),
        ...snoozeFields,
      }),
    ),
  })
  .superRefine(({ operation, args = {} }, context) => {
    if (operation === 'snooze') checkSnooze(args, context, ['args']);
    for (const name of neededArgs[operation]) {
      if (args[name] === undefined) context.addIssue({ code: 'custom', path: ['args', name], message: 'Required' });
    }
  });

/** What became of one request of a bulk call. */
export const BulkResultView = z.object({
  request_id: z.string(),
  status: z.number().int(),
  code: z.string().optional(),
  /** The action that was refused, of several. */
  param: z.string().optional(),
  __v: z.number().int().optional(),
});
export type BulkResultView = z.output<typeof BulkResultView>;

/** Several requests in one call. Source: contract 82 section 9. */
export const bulkApi = defineApi('conversations', {
  bulkRequests: {
    right: 'requests.read',
    method: 'post',
    path: '/v3/:id_project/requests/bulk',
    role: 'agent',
    kinds: everyPrincipal,
    idempotency: 'items',
    items: { member: 'request_ids' },
    params: z.object({ id_project: PathId }),
    body: BulkBody,
    response: z.object({ results: z.array(BulkResultView) }),
    errors: [],
    summary: 'Apply one action to up to 200 requests',
    description:
      'Each request is changed as by the single call, with the same permissions and errors, in its own transaction. `assign` makes the member the only participant; `macro` and `actions` are all or nothing for each request. With `dry_run` nothing is stored. With an `Idempotency-Key`, a repeated call continues where the first was interrupted.',
    tag: 'Requests',
    example: {
      body: {
        request_ids: ['support-group-64f0c0a1b2c3d4e5f6a7b8c9-5f2b9c1d7e3a4860b1c2d3e4f5a6b7c8'],
        operation: 'tag',
        args: { tags: ['vip'] },
      },
    },
  },
});
