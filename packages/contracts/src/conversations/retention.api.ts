import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { defineEvent } from '../define-event.ts';
import { numberWord, oneOf, PathId, text } from '../fields.ts';
import { RecordView } from './views.ts';

const tag = 'Retention';
const inProject = z.object({ id_project: PathId });

/** Legal holds of one project. */
export const maxHolds = 1_000;

/** What a legal hold keeps. */
export const heldKinds = ['request', 'lead'] as const;

export const HoldView = RecordView.extend({
  createdBy: z.string(),
  kind: z.enum(heldKinds),
  record: z.string(),
  request_id: z.string().optional(),
  reason: z.string(),
});
export type HoldView = z.output<typeof HoldView>;

/** Days of each kind in a query; the same as below `settings.retention`. */
const days = numberWord({ integer: true, min: 0, max: 3_650 }).optional();

export const ExpiringRecordView = z.object({ _id: z.string(), request_id: z.string().optional(), since: z.string() });
export const ExpiringRecordsView = z.object({
  count: z.number().int(),
  complete: z.boolean(),
  sample: z.array(ExpiringRecordView),
});
export type ExpiringRecordsView = z.output<typeof ExpiringRecordsView>;
export const RetentionPreviewView = z.object({
  closed_requests: ExpiringRecordsView,
  drafts: ExpiringRecordsView,
  leads_without_requests: ExpiringRecordsView,
});
export type RetentionPreviewView = z.output<typeof RetentionPreviewView>;

/** Source: contract 12 section 7. */
export const retentionApi = defineApi('conversations', {
  previewRetention: {
    right: 'settings.write',
    method: 'get',
    path: '/v3/:id_project/retention/preview',
    role: 'admin',
    params: inProject,
    query: z.object({ closed_requests: days, drafts: days, leads_without_requests: days }),
    response: RetentionPreviewView,
    errors: ['dependency_down'],
    summary: 'Count what a retention would delete now, before it is set',
    description: 'Days that are absent, or 0, delete nothing. Records under a legal hold are not counted.',
    tag,
  },
  listHolds: {
    right: 'holds.write',
    method: 'get',
    path: '/v3/:id_project/holds',
    role: 'admin',
    params: inProject,
    query: z.object({ request_id: text(255).optional(), lead: text(255).optional() }),
    response: z.array(HoldView),
    errors: [],
    summary: 'Legal holds, newest first; of the project, or those that keep one record',
    tag,
  },
  createHold: {
    right: 'holds.write',
    method: 'post',
    path: '/v3/:id_project/holds',
    role: 'admin',
    params: inProject,
    body: z.object({
      kind: oneOf(heldKinds),
      record: text(200).trim().min(1, 'Must not be empty'),
      reason: text(500).trim().min(1, 'Must not be empty'),
    }),
    response: HoldView,
    errors: ['limit_reached', 'request_not_found', 'lead_not_found', 'dependency_down'],
    summary: 'Keep a request, or a lead with all its requests, from being deleted',
    description:
      'Retention passes over it; deleting, erasing and redacting it is refused. A second hold of a record is the first.',
    tag,
    example: { body: { kind: 'lead', record: '9a4be7c2d01f4a6f8a3c5b2e', reason: 'Claim 2031/17' } },
  },
  deleteHold: {
    right: 'holds.write',
    method: 'delete',
    path: '/v3/:id_project/holds/:hold_id',
    role: 'admin',
    params: z.object({ id_project: PathId, hold_id: PathId }),
    response: HoldView,
    errors: ['hold_not_found'],
    summary: 'End a legal hold',
    tag,
  },
});

/** Without its reason, which may name people. */
export const HoldInEvent = HoldView.pick({ _id: true, kind: true, record: true, request_id: true });
export type HoldInEvent = z.output<typeof HoldInEvent>;

const holdEvent = z.object({ hold: HoldInEvent });
export const holdCreated = defineEvent('hold.created', holdEvent);
export const holdDeleted = defineEvent('hold.deleted', holdEvent);
