import type { InboundView } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import type { Context } from '../context.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type ArrivedMail, digestOf, type UnreadMail } from './inbound-mail.ts';

/** How a mail has come. */
interface Arrival {
  via: InboundView['via'];
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
  arrived: ArrivedMail,
  { via, envelope }: Arrival,
): Promise<'stored' | 'known'> {
  const at = clock.now();
  const { size, messageId, knownBy, sha256 } = arrived;
  const mail = {
    ...{ projectId, id: newId(at), mailboxId, via, createdAt: at },
    ...{ size, messageId, knownBy, sha256 },
    envelopeFrom: envelope.from?.toLowerCase() || null,
    envelopeTo: envelope.to.map((address) => address.toLowerCase()),
    ...{ remoteIp: envelope.ip ?? null, helo: envelope.helo ?? null },
  };
  const outcome = (await inbound.store(mail, arrived)) ? 'stored' : 'known';
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
