import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './mailbox.ts';

type GetMailbox = Operation<typeof mailboxApi.getMailbox, Context>;

export const getMailbox: GetMailbox = async ({ mailboxes, publicUrl }, actor, { id_project, mailbox_id }) =>
  viewOf(await mailboxes.get(id_project, mailbox_id), actor, publicUrl);
