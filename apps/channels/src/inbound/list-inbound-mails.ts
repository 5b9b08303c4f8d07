import type { inboundApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './inbound-mail.ts';

type ListInboundMails = Operation<typeof inboundApi.listInboundMails, Context>;

export const listInboundMails: ListInboundMails = async (context, _actor, { id_project, mailbox_id, ...query }) => {
  await context.mailboxes.get(id_project, mailbox_id);
  const { perPage, mails, next } = await context.inbound.list(id_project, mailbox_id, query, query);
  const body = { perPage, mails: mails.map(viewOf) };
  return next ? answer(body, { link: nextLink(next, query) }) : body;
};
