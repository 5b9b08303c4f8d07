import { type MailTransport, type OutgoingMail, smtpTransport } from '@parley/outbound/mail';

import type { Context } from '../context.ts';
import { maySendFor, resolveServer } from '../mailbox/check-outbound.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { outgoingOf } from '../mailbox/outgoing.ts';
import { failureOf, failureOfAttempt } from './failure.ts';
import type { Failure } from './outgoing-mail.ts';

/** Hands a mail to the server of its mailbox. @returns why it was not taken */
export function handOver(context: Context, mailbox: Sending, mail: OutgoingMail): Promise<Failure | undefined> {
  return withServer(context, mailbox, (transport) => transport.deliver(mail));
}

/** Connects to the server of a mailbox and signs in; with a recipient, a mail is sent. @returns why that did not succeed */
export function tryServer(context: Context, mailbox: Sending, to: string | undefined): Promise<Failure | undefined> {
  const { id, address: from } = mailbox;
  const words = {
    subject: 'Parley: test',
    text: `This mailbox sends: ${from}\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
  return withServer(context, mailbox, async (transport) => {
    await transport.verify();
    if (to !== undefined) await transport.deliver({ id: `test-${id}`, from, to: { name: '', address: to }, ...words });
  });
}

type Sending = Pick<Mailbox, 'id' | 'address' | 'outgoing'>;

async function withServer(
  context: Context,
  mailbox: Sending,
  work: (transport: MailTransport) => Promise<void>,
): Promise<Failure | undefined> {
  const server = await transportOf(context, mailbox);
  if ('code' in server) return server;
  try {
    await work(server.transport);
    return undefined;
  } catch (error) {
    return failureOfAttempt(error);
  } finally {
    if (server.isOwn) server.transport.close();
  }
}

async function transportOf(
  context: Context,
  mailbox: Sending,
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
