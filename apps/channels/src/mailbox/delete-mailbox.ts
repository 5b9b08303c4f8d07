import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { partsOf } from './mailbox-servers.ts';
import { viewOf } from './view-mailbox.ts';

type DeleteMailbox = Operation<typeof mailboxApi.deleteMailbox, Context>;

export const deleteMailbox: DeleteMailbox = async (context, actor, { id_project, mailbox_id }) => {
  const parts = await partsOf(context, { projectId: id_project, id: mailbox_id });
  const mailbox = await context.mailboxes.remove(id_project, mailbox_id);
  context.reader.wake();
  return viewOf(mailbox, parts, actor, context.publicUrl);
};
