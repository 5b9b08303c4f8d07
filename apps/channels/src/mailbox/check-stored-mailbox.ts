import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkImap } from '../imap/check-imap.ts';
import { partsOf } from './mailbox-servers.ts';

type CheckStoredMailbox = Operation<typeof mailboxApi.checkStoredMailbox, Context>;

export const checkStoredMailbox: CheckStoredMailbox = async (context, _actor, { id_project, mailbox_id }) => {
  const mailbox = await context.mailboxes.get(id_project, mailbox_id);
  const { imap, oauth } = await partsOf(context, mailbox);
  if (mailbox.inbound !== 'imap' || !imap) return {};
  return { inbound: await checkImap(context, imap, oauth) };
};
