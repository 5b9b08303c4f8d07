import type { mailboxApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { withSecret } from './mailbox.ts';
import { newSecret } from './secret.ts';

type RotateMailboxSecret = Operation<typeof mailboxApi.rotateMailboxSecret, Context>;

export const rotateMailboxSecret: RotateMailboxSecret = async (context, _actor, { id_project, mailbox_id: id }) => {
  const secret = newSecret();
  const sealed = context.secrets.seal(secret, id);
  await context.mailboxes.update(id_project, id, (current) => withSecret(current, sealed, context.clock.now()));
  return { _id: id, id, secret };
};
