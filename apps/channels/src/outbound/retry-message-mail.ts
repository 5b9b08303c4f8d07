import type { outgoingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { giveUpAfterMs, viewOf } from './outgoing-mail.ts';

type RetryMessageMail = Operation<typeof outgoingApi.retryMessageMail, Context>;

export const retryMessageMail: RetryMessageMail = async (context, _actor, { id_project, request_id, message_id }) => {
  await context.conversations.checkVisible(id_project, request_id);
  const at = context.clock.now();
  const giveUpAt = new Date(at.getTime() + giveUpAfterMs);
  const mail = await context.outgoing.retry(id_project, request_id, message_id, at, giveUpAt);
  context.sender.wake();
  return viewOf(mail);
};
