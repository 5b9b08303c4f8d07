import { z } from 'zod';

import { everyPrincipal } from '../access.ts';
import { defineApi } from '../define-api.ts';
import { AnyPathId, maybe, PathId, text } from '../fields.ts';
import { MessageStatus } from './status.ts';
import { MessageView } from './views.ts';

const tag = 'Messages';

/** What a client of the other side may report: that a message has come, or that it was read. Source: contract 21 section 5.2. */
export const Acknowledged = z.literal([MessageStatus.returnReceipt, MessageStatus.seen], {
  error: `Must be ${MessageStatus.returnReceipt} or ${MessageStatus.seen}`,
});

/** What a connector may report of a message that it carries. Source: contract 26. */
export const Carried = z.literal([
  MessageStatus.failed,
  MessageStatus.delivered,
  MessageStatus.received,
  MessageStatus.returnReceipt,
  MessageStatus.seen,
]);

/** Why a message failed, as a connector reports it. */
const Failure = z.object({ code: text(50, 1).regex(/^[a-z0-9_.-]+$/, 'Must be a word'), text: maybe(text(300)) });

export const messageStatusApi = defineApi('conversations', {
  acknowledgeMessage: {
    right: 'requests.read',
    method: 'put',
    path: '/v3/:id_project/requests/:request_id/messages/:message_id/status',
    role: 'guest',
    kinds: everyPrincipal,
    params: z.object({ id_project: PathId, request_id: AnyPathId, message_id: PathId }),
    body: z.object({ status: Carried, error: maybe(Failure) }),
    response: MessageView,
    errors: ['request_not_found', 'message_not_found'],
    summary: 'Report that a message was delivered or read',
    description:
      'The other side reports 250 or 300; from others, or for a lower status, it changes nothing. A connector, with the token of a bot, a webhook or a machine, also reports of the messages that it carries to the requester that they were sent (150), have come (200) or failed (-100, with its reason in `error`).',
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
