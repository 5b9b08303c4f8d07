import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkOutbound } from './check-outbound.ts';
import { change, touched, withSecret } from './mailbox.ts';
import { writeServers } from './mailbox-servers.ts';
import { changeOutgoing } from './outgoing.ts';
import { newSecret } from './secret.ts';
import { viewOf } from './view-mailbox.ts';

type UpdateMailbox = Operation<typeof mailboxApi.updateMailbox, Context>;

export const updateMailbox: UpdateMailbox = async (context, actor, input) => {
  const {
    id_project: projectId,
    mailbox_id: id,
    inbound,
    oauth,
    on_dmarc_fail: onDmarcFail,
    spam_score: spamScore,
    ...fields
  } = input;
  const at = context.clock.now();
  if (fields.outbound) {
    const { address } = await context.mailboxes.get(projectId, id);
    await checkOutbound(context, { ...fields, address: fields.address ?? address });
  }
  const seal = (secret: string) => context.secrets.seal(secret, id);
  const { mailbox, parts } = await context.db.transaction(async () => {
    const { parts, changes } = await writeServers(context, { projectId, id }, { inbound, oauth }, at);
    const mailbox = await context.mailboxes.update(
      projectId,
      id,
      (current) => {
        const outgoing = changeOutgoing(current.outgoing, fields, seal);
        const changed = change(current, { ...fields, onDmarcFail, spamScore, inbound: inbound?.type, outgoing }, at);
        const next = changed === current && changes.length > 0 ? touched(current, at) : changed;
        // Known to no one until it is rotated, which answers the new one.
        const lacksSecret = next.inbound === 'webhook' && next.secret === null;
        return lacksSecret ? withSecret(next, seal(newSecret()), at) : next;
      },
      changes,
    );
    // The next attempt shows whether the change has helped; without a mail that waits, a sign-in does.
    if (fields.outbound || oauth) {
      await context.outboundAccounts.trySoon(mailbox, at);
      await context.outgoing.hasten(mailbox, at);
    }
    return { mailbox, parts };
  });
  context.reader.wake();
  context.sender.wake();
  return viewOf(mailbox, parts, actor, context.publicUrl);
};
