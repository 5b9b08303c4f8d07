import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './mailbox.ts';

type ListMailboxes = Operation<typeof mailboxApi.listMailboxes, Context>;

export const listMailboxes: ListMailboxes = async ({ mailboxes, publicUrl }, actor, { id_project }) =>
  (await mailboxes.list(id_project)).map((mailbox) => viewOf(mailbox, actor, publicUrl));
