import type { mailSetupApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkImap } from '../imap/check-imap.ts';
import { recordSignIn } from '../outbound/record-server.ts';
import { partsOf } from './mailbox-servers.ts';
import { trySending } from './try-sending.ts';

type CheckStoredMailbox = Operation<typeof mailSetupApi.checkStoredMailbox, Context>;

export const checkStoredMailbox: CheckStoredMailbox = async (context, _actor, { id_project, mailbox_id, to }) => {
  const mailbox = await context.mailboxes.get(id_project, mailbox_id);
  const { imap, oauth } = await partsOf(context, mailbox);
  const [inbound, outbound] = await Promise.all([
    mailbox.inbound === 'imap' && imap ? checkImap(context, imap, oauth) : undefined,
    trySending(context, mailbox, to),
  ]);
  if (outbound.ok) await recordSignIn(context, mailbox);
  return { ...(inbound && { inbound }), outbound };
};
