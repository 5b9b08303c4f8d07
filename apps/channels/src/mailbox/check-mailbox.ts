import { AppError, type mailSetupApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { withTimeout } from '@parley/service-kit/concurrency';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { failureOf } from '../outbound/failure.ts';
import type { Failure } from '../outbound/outgoing-mail.ts';
import { tryServer } from '../outbound/transports.ts';
import { checkOutbound } from './check-outbound.ts';
import { checkedAddressKey } from './mail-address.ts';
import type { Mailbox } from './mailbox.ts';
import { changeOutgoing } from './outgoing.ts';

type CheckMailbox = Operation<typeof mailSetupApi.checkMailbox, Context>;
type CheckStoredMailbox = Operation<typeof mailSetupApi.checkStoredMailbox, Context>;

const limitMs = 20_000;

export const checkMailbox: CheckMailbox = async (context, _actor, { address, outbound, to }) => {
  checkedAddressKey(address, 'address');
  await checkOutbound(context, { address, outbound });
  const id = newId();
  const outgoing = changeOutgoing(null, { outbound }, (password) => context.secrets.seal(password, id));
  return check(context, { id, address, outgoing }, to);
};

export const checkStoredMailbox: CheckStoredMailbox = async (context, _actor, { id_project, mailbox_id, to }) =>
  check(context, await context.mailboxes.get(id_project, mailbox_id), to);

async function check(
  context: Context,
  mailbox: Pick<Mailbox, 'id' | 'address' | 'outgoing'>,
  to: string | undefined,
): Promise<{ outbound: { ok: boolean; error?: Pick<Failure, 'code' | 'text'>; ms: number } }> {
  const began = performance.now();
  const recipient = to === undefined ? undefined : checkedAddressKey(to, 'to');
  const failure = await withTimeout(tryServer(context, mailbox, recipient), limitMs, 'no answer in time').catch(
    (error) => {
      if (error instanceof AppError) throw error;
      return failureOf('timeout');
    },
  );
  const ms = Math.round(performance.now() - began);
  return {
    outbound: failure ? { ok: false, error: { code: failure.code, text: failure.text }, ms } : { ok: true, ms },
  };
}
