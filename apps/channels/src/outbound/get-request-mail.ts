import { channelErrors, type outgoingApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { requestMailOf } from '../inbound/inbound-mail.ts';
import { viewOf } from './outgoing-mail.ts';

type GetRequestMail = Operation<typeof outgoingApi.getRequestMail, Context>;

const maxMails = 200;

export const getRequestMail: GetRequestMail = async (context, _actor, { id_project, request_id }) => {
  const { id } = await context.conversations.checkVisible(id_project, request_id);
  const thread = await context.threads.find(id_project, request_id);
  if (!thread) throw channelErrors.mail_not_found();
  const [came, went] = await Promise.all([
    context.inbound.ofRequest(id_project, id),
    context.outgoing.ofRequest(id_project, request_id),
  ]);
  const mails = [...came.map(requestMailOf), ...went.map(viewOf)];
  mails.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  return { mailbox: thread.mailboxId, to: thread.requester, cc: [...thread.cc], mails: mails.slice(-maxMails) };
};
