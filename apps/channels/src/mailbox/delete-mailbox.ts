import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './mailbox.ts';

type DeleteMailbox = Operation<typeof mailboxApi.deleteMailbox, Context>;

export const deleteMailbox: DeleteMailbox = async ({ mailboxes, publicUrl }, actor, { id_project, mailbox_id }) =>
  viewOf(await mailboxes.remove(id_project, mailbox_id), actor, publicUrl);
