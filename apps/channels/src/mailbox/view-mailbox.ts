import { type Actor, type MailboxView, roleReaches } from '@parley/contracts';

import { type ImapAccount, inboundViewOf, stateViewOf } from '../imap/imap-account.ts';
import { type OauthAccount, oauthViewOf } from '../oauth/oauth.repository.ts';
import { type OutboundAccount, outboundStateOf } from '../outbound/outbound-account.ts';
import type { Mailbox } from './mailbox.ts';
import { outgoingOf, outgoingView } from './outgoing.ts';

/** What belongs to a mailbox beside its own record. */
export interface MailboxParts {
  imap: ImapAccount | undefined;
  oauth: OauthAccount | undefined;
  /** Whether its mail leaves; undefined: nothing was sent so far. */
  sending: OutboundAccount | undefined;
}

/** The view for this caller: agents see less than admins. */
export function viewOf(
  mailbox: Mailbox,
  { imap, oauth, sending }: MailboxParts,
  { role }: Pick<Actor, 'role'>,
  publicUrl: string,
): MailboxView {
  const { id, projectId, address, name, department, enabled, inbound } = mailbox;
  const named = { _id: id, id, id_project: projectId, address, name, ...(department && { department }), enabled };
  const { signature, outbound } = outgoingOf(mailbox);
  const sends = enabled && outbound.type !== 'none';
  const state = { ...stateOf(mailbox, imap), ...(sends ? outboundStateOf(sending) : { outbound: 'off' as const }) };
  const summary = { ...named, signature, state };
  if (!roleReaches(role, 'admin')) return summary;
  return {
    ...summary,
    __v: mailbox.version,
    aliases: [...mailbox.aliases],
    inbound: {
      ...(inbound === 'imap' && imap && inboundViewOf(imap)),
      type: inbound,
      ...(inbound === 'webhook' && { url: `${publicUrl}/v3/mail/inbound/${id}`, secret_set: true }),
    },
    ...outgoingView(mailbox.outgoing),
    on_dmarc_fail: mailbox.onDmarcFail,
    ...(mailbox.spamScore !== null && { spam_score: mailbox.spamScore }),
    ...(oauth && { oauth: oauthViewOf(oauth) }),
    createdBy: mailbox.createdBy,
    createdAt: mailbox.createdAt.toISOString(),
    updatedAt: mailbox.updatedAt.toISOString(),
  };
}

function stateOf({ enabled, inbound }: Mailbox, imap: ImapAccount | undefined): NonNullable<MailboxView['state']> {
  if (!enabled || inbound === 'none') return { inbound: 'off' };
  return inbound === 'imap' && imap ? stateViewOf(imap) : { inbound: 'ok' };
}
