import type { mailboxApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { checkOutbound } from './check-outbound.ts';
import type { Mailbox } from './mailbox.ts';
import { writeServers } from './mailbox-servers.ts';
import { changeOutgoing } from './outgoing.ts';
import { newSecret } from './secret.ts';
import { viewOf } from './view-mailbox.ts';

type CreateMailbox = Operation<typeof mailboxApi.createMailbox, Context>;

export const createMailbox: CreateMailbox = async (context, actor, input) => {
  const { id_project, address, name, aliases = [], department = null, inbound, oauth, enabled = true, ...more } = input;
  const { on_dmarc_fail: onDmarcFail = 'reject', spam_score: spamScore = null } = input;
  const at = context.clock.now();
  const id = newId(at);
  await checkOutbound(context, { address, ...more });
  const secret = inbound.type === 'webhook' ? newSecret() : undefined;
  const mailbox: Mailbox = {
    ...{ projectId: id_project, id, address, name, aliases, department, inbound: inbound.type, enabled },
    ...{ onDmarcFail, spamScore },
    outgoing: changeOutgoing(null, more, (password) => context.secrets.seal(password, id)),
    secret: secret === undefined ? null : context.secrets.seal(secret, id),
    ...{ createdBy: actor.id, createdAt: at, updatedAt: at, version: 0 },
  };
  const parts = await context.db.transaction(async () => {
    await context.mailboxes.insert(mailbox);
    return (await writeServers(context, mailbox, { inbound, oauth }, at)).parts;
  });
  context.reader.wake();
  return { ...viewOf(mailbox, parts, actor, context.publicUrl), ...(secret && { secret }) };
};
