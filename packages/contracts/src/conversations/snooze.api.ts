import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, Instant, maybe, PathId, text } from '../fields.ts';
import { RequestView } from './views.ts';

const tag = 'Requests';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });

const minuteMs = 60_000;
/** A year, with the day of a leap year. */
export const longestSnoozeMs = 366 * 86_400_000;

/** Members of a body that snoozes. */
export const snoozeFields = {
  until: maybe(Instant),
  /** Milliseconds from now. */
  in: maybe(z.number().int().min(minuteMs).max(longestSnoozeMs)),
  /** The n-th next opening of the project. */
  opening: maybe(z.number().int().min(1).max(30)),
  wake_on_reply: maybe(z.boolean()),
  reason: maybe(text(500)),
};
type SnoozeInput = z.output<z.ZodObject<typeof snoozeFields>>;

/** At most one time; without any, only the requester's message ends it. */
export function checkSnooze(
  { until, in: inMs, opening, wake_on_reply }: SnoozeInput,
  context: z.RefinementCtx,
  path: readonly string[] = [],
): void {
  const given = [until, inMs, opening].filter((one) => one !== undefined).length;
  if (given > 1)
    context.addIssue({ code: 'custom', path: [...path, 'until'], message: 'At most one of until, in and opening' });
  if (given === 0 && wake_on_reply === false)
    context.addIssue({ code: 'custom', path: [...path, 'wake_on_reply'], message: 'Needs until, in or opening' });
}

/** Source: contract 25 section 7. */
export const snoozeApi = defineApi('conversations', {
  snoozeRequest: {
    right: 'requests.write',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/snooze',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    body: z.object(snoozeFields).superRefine((body, context) => checkSnooze(body, context)),
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant', 'request_closed', 'status_not_allowed', 'never_open'],
    summary: 'Snooze a request',
    description:
      'Until a time, the next opening of the project, or the requester’s next message. A snoozed request keeps its status and people, takes no capacity, waits in no queue and is not closed as idle. Snoozing again replaces the snooze.',
    tag,
    example: { body: { in: 3_600_000, reason: 'Waits for the supplier' } },
  },
  wakeRequest: {
    right: 'requests.write',
    method: 'delete',
    path: '/v3/:id_project/requests/:request_id/snooze',
    role: 'agent',
    kinds: everyPrincipal,
    params: ofRequest,
    response: RequestView,
    errors: ['request_not_found', 'not_a_participant'],
    summary: 'End the snooze of a request',
    description: 'A request that is not snoozed stays as it is.',
    tag,
  },
});
