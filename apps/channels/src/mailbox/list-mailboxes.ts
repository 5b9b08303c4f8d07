import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './view-mailbox.ts';

type ListMailboxes = Operation<typeof mailboxApi.listMailboxes, Context>;

export const listMailboxes: ListMailboxes = async (context, actor, { id_project }) => {
  const [mailboxes, accounts, oauths, sending] = await Promise.all([
    context.mailboxes.list(id_project),
    context.imap.list(id_project),
    context.oauth.list(id_project),
    context.outboundAccounts.list(id_project),
  ]);
  return mailboxes.map((mailbox) => {
    const parts = {
      imap: accounts.find(({ id }) => id === mailbox.id),
      oauth: oauths.find(({ id }) => id === mailbox.id),
      sending: sending.find(({ id }) => id === mailbox.id),
    };
    return viewOf(mailbox, parts, actor, context.publicUrl);
  });
};
