import { AppError, type MailboxCheck } from '@parley/contracts';
import { withTimeout } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import type { OauthAccount } from '../oauth/oauth.repository.ts';
import { failureOf } from '../outbound/failure.ts';
import { tryServer } from '../outbound/transports.ts';
import { checkedAddressKey } from './checked-address.ts';
import type { Mailbox } from './mailbox.ts';

/** Source: contract 26 section 1. */
const limitMs = 20_000;

/** Connects and signs in, and with an address sends it a test mail. @throws address_invalid */
export async function trySending(
  context: Context,
  mailbox: Pick<Mailbox, 'projectId' | 'id' | 'address' | 'outgoing'> & { oauth?: OauthAccount | undefined },
  to: string | undefined,
): Promise<NonNullable<MailboxCheck['outbound']>> {
  const began = performance.now();
  const recipient = to === undefined ? undefined : checkedAddressKey(to, 'to');
  const failure = await withTimeout(tryServer(context, mailbox, recipient), limitMs, 'no answer in time').catch(
    (error) => {
      if (error instanceof AppError) throw error;
      return failureOf('timeout');
    },
  );
  const ms = Math.round(performance.now() - began);
  return failure ? { ok: false, error: { code: failure.code, text: failure.text }, ms } : { ok: true, ms };
}
