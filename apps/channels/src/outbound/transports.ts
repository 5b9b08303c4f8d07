import { type MailTransport, type OutgoingMail, smtpTransport } from '@parley/outbound/mail';

import type { Context } from '../context.ts';
import { maySendFor, resolveServer } from '../mailbox/check-outbound.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';
import { type Outgoing, outgoingOf } from '../mailbox/outgoing.ts';
import { accessTokenOf } from '../oauth/access-token.ts';
import type { OauthAccount } from '../oauth/oauth.repository.ts';
import { ServerError } from '../server/server-error.ts';
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

/** @param oauth of a mailbox that is not stored */
type Sending = Pick<Mailbox, 'projectId' | 'id' | 'address' | 'outgoing'> & { oauth?: OauthAccount | undefined };

async function withServer(
  context: Context,
  mailbox: Sending,
  work: (transport: MailTransport) => Promise<void>,
): Promise<Failure | undefined> {
  const failure = await attempt(context, mailbox, work, false);
  const { outbound } = outgoingOf(mailbox);
  const isByToken = outbound.type === 'smtp' && outbound.oauth === true;
  // A token may end before its time: a new one is tried before the sign-in counts as refused.
  return isByToken && failure?.code === 'auth_failed' ? attempt(context, mailbox, work, true) : failure;
}

async function attempt(
  context: Context,
  mailbox: Sending,
  work: (transport: MailTransport) => Promise<void>,
  isFresh: boolean,
): Promise<Failure | undefined> {
  const server = await transportOf(context, mailbox, isFresh);
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
  isFresh: boolean,
): Promise<{ transport: MailTransport; isOwn: boolean } | Failure> {
  const { outbound } = outgoingOf(mailbox);
  if (outbound.type === 'none') return failureOf('outbound_off', true);
  if (outbound.type === 'installation') {
    const isAllowed = maySendFor(context, mailbox.address);
    return isAllowed ? { transport: context.installationMail, isOwn: false } : failureOf('outbound_off', true);
  }
  const { host, port, secure, username } = outbound;
  const { outcome, addresses } = await resolveServer(context, outbound);
  if (outcome !== 'ok') return failureOf(outcome === 'dns' ? 'dns_failed' : 'url_not_allowed');
  const secret = await secretOf(context, mailbox, outbound, isFresh);
  if ('code' in secret) return secret;
  const { ca } = context.servers;
  return { transport: smtpTransport({ host, port, secure, addresses, username, ca, ...secret }), isOwn: true };
}

/** With which it signs in. */
async function secretOf(
  context: Context,
  { oauth, ...mailbox }: Sending,
  outbound: Extract<Outgoing['outbound'], { type: 'smtp' }>,
  isFresh: boolean,
): Promise<{ password?: string; accessToken?: string } | Failure> {
  const { password } = outbound;
  if (!outbound.oauth) return password === undefined ? {} : { password: context.secrets.open(password, mailbox.id) };
  try {
    const account = oauth ?? (await context.oauth.find(mailbox));
    return { accessToken: await accessTokenOf(context, account, { isFresh }) };
  } catch (error) {
    if (error instanceof ServerError && error.fault !== 'folder_missing') return failureOf(error.fault);
    throw error;
  }
}
