import { type MailTransport, type OutgoingMail, smtpTransport } from '@parley/outbound/mail';

import type { Context } from '../context.ts';
import { maySendFor, resolveServer } from '../mailbox/check-outbound.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import { failureOf, failureOfAttempt } from './failure.ts';
import type { Failure } from './outgoing-mail.ts';

/** Hands a mail to the server of its mailbox. @returns why it was not taken */
export async function handOver(context: Context, mailbox: Mailbox, mail: OutgoingMail): Promise<Failure | undefined> {
  const server = await transportOf(context, mailbox);
  if ('code' in server) return server;
  try {
    await server.transport.deliver(mail);
    return undefined;
  } catch (error) {
    return failureOfAttempt(error);
  } finally {
    if (server.isOwn) server.transport.close();
  }
}

async function transportOf(
  context: Context,
  mailbox: Mailbox,
): Promise<{ transport: MailTransport; isOwn: boolean } | Failure> {
  const { outbound } = outgoingOf(mailbox);
  if (outbound.type === 'none') return failureOf('outbound_off', true);
  if (outbound.type === 'installation') {
    const isAllowed = maySendFor(context, mailbox.address);
    return isAllowed ? { transport: context.installationMail, isOwn: false } : failureOf('outbound_off', true);
  }
  const { host, port, secure, username, password } = outbound;
  const { outcome, addresses } = await resolveServer(context, outbound);
  if (outcome !== 'ok') return failureOf(outcome === 'dns' ? 'dns_failed' : 'url_not_allowed');
  const opened = password === undefined ? undefined : context.secrets.open(password, mailbox.id);
  return { transport: smtpTransport({ host, port, secure, addresses, username, password: opened }), isOwn: true };
}
