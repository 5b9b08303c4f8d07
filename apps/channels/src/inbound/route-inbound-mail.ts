import type { inboundApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './inbound-mail.ts';

type RouteInboundMail = Operation<typeof inboundApi.routeInboundMail, Context>;

export const routeInboundMail: RouteInboundMail = async (context, _actor, { id_project, mailbox_id, inbound_id }) => {
  await context.mailboxes.get(id_project, mailbox_id);
  return viewOf(await context.inbound.accept(id_project, mailbox_id, inbound_id));
};
