import type { MailboxCheck } from '@parley/contracts';
import { withTimeout } from '@parley/service-kit/concurrency';

import type { OauthAccount } from '../oauth/oauth.repository.ts';
import { ServerError, serverErrorOf, viewOfFault } from '../server/server-error.ts';
import { type ImapSettings, moveTarget } from './imap-account.ts';
import { connectImap, type ImapContext, leave, openFolder, within } from './imap-connection.ts';

/** Source: contract 26 section 1. */
const totalMs = 18_000;

/** Connects, signs in and opens the folder, without reading anything. */
export async function checkImap(
  context: ImapContext,
  settings: ImapSettings & { id: string },
  oauth: OauthAccount | undefined,
): Promise<NonNullable<MailboxCheck['inbound']>> {
  const began = performance.now();
  const work = tryOut(context, settings, oauth);
  // What continues after the answer has limits of its own.
  const fault = await withTimeout(work, totalMs, 'late').then(
    () => undefined,
    (error: unknown) =>
      error instanceof Error && error.message === 'late' ? ('timeout' as const) : serverErrorOf(error).fault,
  );
  const ms = Math.round(performance.now() - began);
  return fault === undefined ? { ok: true, ms } : { ok: false, error: viewOfFault(fault), ms };
}

async function tryOut(
  context: ImapContext,
  settings: ImapSettings & { id: string },
  oauth: OauthAccount | undefined,
): Promise<void> {
  const client = await connectImap(context, settings, oauth);
  try {
    await openFolder(client, settings.folder);
    const target = moveTarget(settings.after);
    const folders = target ? await within(client, client.list()) : [];
    if (target && !folders.some(({ path }) => path === target)) throw new ServerError('folder_missing');
  } finally {
    await leave(client);
  }
}
