import { z } from 'zod';

import { defineApi } from '../define-api.ts';
import { defineErrors } from '../errors.ts';
import { Instant, oneOf, PathId, Timestamp } from '../fields.ts';
import { pageQuery } from '../paging.ts';
import { MessageStatus } from './status.ts';

const tag = 'Engine';

export const engineErrors = defineErrors({
  delivery_not_found: ['not_found', 'There is no delivery with this id in the project.'],
});

/** A change that an external engine has not taken yet, or has refused. Source: contract 21 section 9. */
export const EngineDeliveryView = z.object({
  _id: z.string(),
  type: z.string(),
  request_id: z.string(),
  message_id: z.string().optional(),
  attempts: z.array(
    z.object({
      at: Timestamp,
      status: z.number().int().optional(),
      ms: z.number().int(),
      error: z.string().optional(),
    }),
  ),
  state: z.enum(['pending', 'dead']),
});
export type EngineDeliveryView = z.output<typeof EngineDeliveryView>;

/** What an engine reports of messages. */
export const EngineReport = z.object({
  id_project: z.string().max(255),
  message_id: z.string().max(255),
  status: z.literal([MessageStatus.received, MessageStatus.returnReceipt, MessageStatus.seen]),
  at: Instant,
  detail: z.string().max(2_000).optional(),
});
export type EngineReport = z.output<typeof EngineReport>;
export const EngineReports = z.union([EngineReport.transform((one) => [one]), z.array(EngineReport).min(1).max(500)]);

const ofProject = z.object({ id_project: PathId });

export const engineApi = defineApi('conversations', {
  reportEngineStatus: {
    right: 'none',
    method: 'post',
    path: '/v3/engine/status',
    role: 'public',
    stream: 'raw',
    idempotency: 'ignored',
    body: EngineReports,
    bodyLimit: 500_000,
    response: z.object({ accepted: z.number().int(), ignored: z.array(z.string()) }),
    errors: ['unauthorized'],
    summary: 'Report the delivery status of messages, as the external engine',
    description: 'Signed according to Standard Webhooks with a secret of `ENGINE_SECRETS`; takes no token.',
    tag,
  },
  listEngineDeliveries: {
    right: 'settings.write',
    method: 'get',
    path: '/v3/:id_project/engine/deliveries',
    role: 'admin',
    params: ofProject,
    query: z.object({ ...pageQuery({ sortable: ['createdAt'] }), state: oneOf(['pending', 'dead']).optional() }),
    response: z.object({ perPage: z.number(), count: z.number(), deliveries: z.array(EngineDeliveryView) }),
    errors: [],
    summary: 'List messages that the external engine has not accepted',
    tag,
  },
  redriveEngineDelivery: {
    right: 'settings.write',
    method: 'post',
    path: '/v3/:id_project/engine/deliveries/:delivery_id/redrive',
    role: 'admin',
    params: z.object({ id_project: PathId, delivery_id: PathId }),
    response: EngineDeliveryView,
    errors: ['delivery_not_found'],
    summary: 'Retry a dead delivery',
    tag,
  },
  redriveEngineDeliveries: {
    right: 'settings.write',
    method: 'post',
    path: '/v3/:id_project/engine/deliveries/redrive',
    role: 'admin',
    params: ofProject,
    body: z.object({ from: Instant, to: Instant }),
    response: z.object({ queued: z.number().int() }),
    errors: [],
    summary: 'Retry all dead deliveries of a period',
    tag,
    example: { body: { from: '2026-01-01T00:00:00Z', to: '2026-01-02T00:00:00Z' } },
  },
});
