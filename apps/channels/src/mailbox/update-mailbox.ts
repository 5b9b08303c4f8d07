import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { change, viewOf, withSecret } from './mailbox.ts';
import { newSecret } from './secret.ts';

type UpdateMailbox = Operation<typeof mailboxApi.updateMailbox, Context>;

export const updateMailbox: UpdateMailbox = async (context, actor, input) => {
  const { id_project, mailbox_id, inbound, ...fields } = input;
  const at = context.clock.now();
  const mailbox = await context.mailboxes.update(id_project, mailbox_id, (current) => {
    const next = change(current, { ...fields, inbound: inbound?.type }, at);
    // Known to no one until it is rotated, which answers the new one.
    const lacksSecret = next.inbound === 'webhook' && next.secret === null;
    return lacksSecret ? withSecret(next, context.secrets.seal(newSecret(), next.id), at) : next;
  });
  return viewOf(mailbox, actor, context.publicUrl);
};
