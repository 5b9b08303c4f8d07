import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { partsOf } from './mailbox-servers.ts';
import { viewOf } from './view-mailbox.ts';

type GetMailbox = Operation<typeof mailboxApi.getMailbox, Context>;

export const getMailbox: GetMailbox = async (context, actor, { id_project, mailbox_id }) => {
  const mailbox = await context.mailboxes.get(id_project, mailbox_id);
  return viewOf(mailbox, await partsOf(context, mailbox), actor, context.publicUrl);
};
