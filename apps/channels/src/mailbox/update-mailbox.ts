import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkOutbound } from './check-outbound.ts';
import { change, viewOf, withSecret } from './mailbox.ts';
import { changeOutgoing } from './outgoing.ts';
import { newSecret } from './secret.ts';

type UpdateMailbox = Operation<typeof mailboxApi.updateMailbox, Context>;

export const updateMailbox: UpdateMailbox = async (context, actor, input) => {
  const { id_project, mailbox_id, inbound, ...fields } = input;
  const at = context.clock.now();
  if (fields.outbound) {
    const { address } = await context.mailboxes.get(id_project, mailbox_id);
    await checkOutbound(context, { ...fields, address: fields.address ?? address });
  }
  const mailbox = await context.mailboxes.update(id_project, mailbox_id, (current) => {
    const outgoing = changeOutgoing(current.outgoing, fields, (password) => context.secrets.seal(password, mailbox_id));
    const next = change(current, { ...fields, inbound: inbound?.type, outgoing }, at);
    // Known to no one until it is rotated, which answers the new one.
    const lacksSecret = next.inbound === 'webhook' && next.secret === null;
    return lacksSecret ? withSecret(next, context.secrets.seal(newSecret(), next.id), at) : next;
  });
  return viewOf(mailbox, actor, context.publicUrl);
};
