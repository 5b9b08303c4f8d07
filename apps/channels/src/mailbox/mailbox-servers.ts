import type { ImapInbound, MailOauth } from '@parley/contracts';

import type { Context } from '../context.ts';
import { settingsOf } from '../imap/imap-account.ts';
import { oauthOf } from '../oauth/oauth.repository.ts';
import type { Mailbox } from './mailbox.ts';
import type { MailboxParts } from './view-mailbox.ts';

interface Written {
  inbound: ImapInbound | { type: Exclude<Mailbox['inbound'], 'imap'> } | undefined;
  oauth: MailOauth | undefined;
}

type Servers = Pick<Context, 'imap' | 'oauth' | 'outboundAccounts' | 'servers' | 'outbound' | 'secrets'>;

/**
 * Stores the servers of a mailbox as a client has written them, in the transaction of the mailbox.
 * @returns all that it has then, and the names of the members that changed
 * @throws url_not_allowed; validation_failed without a password
 */
export async function writeServers(
  context: Servers,
  mailbox: Pick<Mailbox, 'projectId' | 'id'>,
  { inbound, oauth }: Written,
  at: Date,
): Promise<{ parts: MailboxParts; changes: string[] }> {
  const { imap, secrets, servers, outbound } = context;
  const changes: string[] = [];
  if (oauth) {
    await outbound.check([oauth.token_url]);
    const current = await context.oauth.find(mailbox);
    await context.oauth.save(oauthOf(mailbox, oauth, current, (secret) => secrets.seal(secret, mailbox.id)));
    changes.push('oauth');
  }
  if (inbound?.type === 'imap') {
    const current = await imap.find(mailbox);
    const settings = settingsOf(inbound, current, (password) => secrets.seal(password, mailbox.id));
    await servers.check(settings.host, settings.port);
    if (await imap.save(mailbox, settings, at)) changes.push('inbound');
  } else if (inbound) await imap.remove(mailbox);
  return { parts: await partsOf(context, mailbox), changes };
}

/** What belongs to one mailbox. */
export async function partsOf(
  { imap, oauth, outboundAccounts }: Pick<Context, 'imap' | 'oauth' | 'outboundAccounts'>,
  mailbox: Pick<Mailbox, 'projectId' | 'id'>,
): Promise<MailboxParts> {
  return {
    imap: await imap.find(mailbox),
    oauth: await oauth.find(mailbox),
    sending: await outboundAccounts.find(mailbox),
  };
}
