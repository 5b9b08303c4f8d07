import type { InboundView } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { digestOf, identityOf, type UnreadMail } from './inbound-mail.ts';

/** A mail as it arrives. */
export interface ArrivingMail {
  via: InboundView['via'];
  bytes: Buffer;
  /** Sender and recipients of the transport, not of the headers. */
  envelope: {
    from?: string | undefined;
    to: readonly string[];
    /** Of the server that brings it, and its name. */
    ip?: string;
    helo?: string | undefined;
  };
}

/** Stores a mail as it came: the sender may be answered as soon as this resolves. @returns `known` for one that is stored already */
export async function storeMail(
  { inbound, clock, counts }: Context,
  { projectId, id: mailboxId }: Pick<Mailbox, 'projectId' | 'id'>,
  { via, bytes, envelope }: ArrivingMail,
): Promise<'stored' | 'known'> {
  const at = clock.now();
  const mail = {
    ...{ projectId, id: newId(at), mailboxId, via, size: bytes.length, createdAt: at, ...identityOf(bytes) },
    envelopeFrom: envelope.from?.toLowerCase() || null,
    envelopeTo: envelope.to.map((address) => address.toLowerCase()),
    ...{ remoteIp: envelope.ip ?? null, helo: envelope.helo ?? null },
  };
  const outcome = (await inbound.store(mail, bytes)) ? 'stored' : 'known';
  counts.arrived(via, outcome);
  return outcome;
}

/**
 * Says of a mail that it is left on its server.
 * @param name by which it is recognised when it is seen again
 */
export async function storeUnread(
  { inbound, clock, counts }: Context,
  { projectId, id: mailboxId }: Pick<Mailbox, 'projectId' | 'id'>,
  name: string,
  mail: UnreadMail,
): Promise<void> {
  const at = clock.now();
  const sha256 = digestOf(name);
  await inbound.storeUnread({ projectId, id: newId(at), mailboxId, knownBy: sha256, sha256, createdAt: at }, mail);
  counts.arrived('imap', 'refused');
}
