import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { AnyPathId, Instant, maybe, oneOf, PathId, text } from '../fields.ts';
import { checkContent, messageFields } from './message.fields.ts';
import { messageTypes } from './status.ts';
import { cancelCauses, RecordView, ScheduledEntry, scheduledStates } from './views.ts';

const tag = 'Scheduled messages';
const base = '/v3/:id_project/requests/:request_id/scheduled';
const ofRequest = z.object({ id_project: PathId, request_id: AnyPathId });
const ofScheduled = ofRequest.extend({ scheduled_id: PathId });

/** Pending ones of one request. */
export const maxScheduled = 20;
export const shortestScheduleMs = 60_000;
export const longestScheduleMs = 366 * 86_400_000;
export const defaultMaxLateMs = 3_600_000;

/** A subscription speaks for others, so it is no author. */
const authors = ['user', 'provisioned', 'token', 'bot'] as const;

const fields = {
  text: messageFields.text,
  type: messageFields.type,
  metadata: messageFields.metadata,
  attributes: messageFields.attributes,
  language: maybe(text(100)),
  at: maybe(Instant),
  /** The n-th next opening of the project. */
  opening: maybe(z.number().int().min(1).max(30)),
  cancel_on: maybe(z.array(oneOf(cancelCauses)).max(cancelCauses.length)),
  /** Milliseconds. */
  max_late: maybe(
    z
      .number()
      .int()
      .min(shortestScheduleMs)
      .max(30 * 86_400_000),
  ),
};
type ScheduleInput = z.output<z.ZodObject<typeof fields>>;

function checkTime({ at, opening }: ScheduleInput, context: z.RefinementCtx, isRequired: boolean): void {
  const given = [at, opening].filter((one) => one !== undefined).length;
  if (given > 1) context.addIssue({ code: 'custom', path: ['at'], message: 'At most one of at and opening' });
  if (given === 0 && isRequired) context.addIssue({ code: 'custom', path: ['at'], message: 'Needs at or opening' });
}

/** What a scheduled message says. */
export const ScheduledContent = z
  .object({
    text: fields.text,
    type: fields.type,
    metadata: fields.metadata,
    attributes: fields.attributes,
    language: fields.language,
  })
  .superRefine(checkContent);
export type ScheduledContent = z.output<typeof ScheduledContent>;

export const ScheduledMessageView = RecordView.extend(ScheduledEntry.shape).extend({
  request_id: z.string(),
  createdBy: z.string(),
  state: z.enum(scheduledStates),
  why: z.string().optional(),
  message_id: z.string().optional(),
  text: z.string(),
  type: z.enum(messageTypes),
  metadata: z.record(z.string(), z.unknown()).optional(),
  attributes: z.record(z.string(), z.unknown()).optional(),
  language: z.string().optional(),
  max_late: z.number().int(),
});
export type ScheduledMessageView = z.output<typeof ScheduledMessageView>;

export const ScheduledMessagePageView = z.object({
  perPage: z.number().int(),
  count: z.number().int(),
  scheduled: z.array(ScheduledMessageView),
});

/** Source: contract 25 section 8. */
export const scheduleApi = defineApi('conversations', {
  listScheduledMessages: {
    right: 'requests.read',
    method: 'get',
    path: base,
    role: 'agent',
    kinds: authors,
    params: ofRequest,
    query: z.object({ state: maybe(oneOf(scheduledStates)) }),
    response: ScheduledMessagePageView,
    errors: ['request_not_found'],
    summary: 'Scheduled messages of a request',
    description: 'Pending ones first, by their time; then the newest of the others, 100 in all.',
    tag,
  },
  scheduleMessage: {
    right: 'messages.write',
    method: 'post',
    path: base,
    role: 'agent',
    kinds: authors,
    params: ofRequest,
    body: z.object(fields).superRefine((body, context) => {
      checkContent(body, context);
      checkTime(body, context, true);
    }),
    response: ScheduledMessageView,
    errors: ['request_not_found', 'request_closed', 'request_merged', 'limit_reached', 'never_open'],
    summary: 'Schedule a message',
    description:
      'It is sent at its time as its author, with the rights that the author has then, unless something of `cancel_on` happens first. After an outage longer than `max_late` it is not sent.',
    tag,
    example: { body: { text: 'Did the parcel arrive?', opening: 1 } },
  },
  updateScheduledMessage: {
    right: 'messages.write',
    method: 'put',
    path: `${base}/:scheduled_id`,
    role: 'agent',
    kinds: authors,
    params: ofScheduled,
    body: z.object(fields).superRefine((body, context) => checkTime(body, context, false)),
    response: ScheduledMessageView,
    errors: ['request_not_found', 'scheduled_not_found', 'not_pending', 'not_the_author', 'never_open'],
    summary: 'Change a scheduled message; what is absent stays',
    description: 'Its author and admins. It remains the message of its author.',
    tag,
    example: { body: { text: 'Has the parcel arrived?' } },
  },
  cancelScheduledMessage: {
    right: 'messages.write',
    method: 'delete',
    path: `${base}/:scheduled_id`,
    role: 'agent',
    kinds: authors,
    params: ofScheduled,
    response: ScheduledMessageView,
    errors: ['request_not_found', 'scheduled_not_found', 'not_pending', 'not_the_author'],
    summary: 'Cancel a scheduled message',
    description: 'Its author and admins.',
    tag,
  },
});
