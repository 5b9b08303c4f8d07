import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, PathId } from '../fields.ts';
import { MessageStatus } from './status.ts';
import { MessageView } from './views.ts';

const tag = 'Messages';

/** What a client of the other side may report: that a message has come, or that it was read. Source: contract 21 section 5.2. */
export const Acknowledged = z.literal([MessageStatus.returnReceipt, MessageStatus.seen], {
  error: `Must be ${MessageStatus.returnReceipt} or ${MessageStatus.seen}`,
});

export const messageStatusApi = defineApi('conversations', {
  acknowledgeMessage: {
    right: 'requests.read',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id/status',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: AnyPathId, message_id: PathId }),
    body: z.object({ status: Acknowledged }),
    response: MessageView,
    errors: ['request_not_found', 'message_not_found'],
    summary: 'Report that a message was delivered or read',
    description:
      'Takes effect only from the other side of the conversation; from others, or for a lower status, it changes nothing.',
    tag,
    example: { body: { status: 300 } },
  },
  acknowledgeMessages: {
    right: 'requests.read',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/messages/status',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: AnyPathId }),
    body: z.object({ status: Acknowledged, upto: z.number().int().min(0).max(2_147_483_647) }),
    response: z.object({ updated: z.number().int(), upto: z.number().int() }),
    errors: ['request_not_found'],
    summary: 'Report that all messages of the other side up to a sequence number were delivered or read',
    tag,
    example: { body: { status: 300, upto: 12 } },
  },
});
