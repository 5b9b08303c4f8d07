import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

import { AppError } from '@parley/contracts';
import type { SMTPServerAddress, SMTPServerOptions, SMTPServerSession } from 'smtp-server';

import type { Context } from '../context.ts';
import { MailArrival } from '../inbound/mail-arrival.ts';
import { storeMail } from '../inbound/store-mail.ts';
import { addressKeyOf, withoutTag } from '../mailbox/mail-address.ts';
import type { Mailbox } from '../mailbox/mailbox.ts';

interface SmtpListener {
  stop(): Promise<void>;
}

const socketTimeoutMs = 60_000;
const closeTimeoutMs = 5_000;
const maxClients = 200;
/** Mails that are arriving at the same time are as large together as so many of the largest, at most. */
const maxArrivingMails = 4;

/** An answer of SMTP that refuses: with 4xx the sending server tries again later. */
class Refusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, sentence: string) {
    super(sentence);
    this.responseCode = responseCode;
  }
}

/**
 * Takes mail for addresses of mailboxes, and relays none. 250 is answered once the mail is stored, so that the sending server keeps it
 * until then. Source: contract 26 section 2.2.
 */
export async function startSmtpListener(
  context: Context,
  { host, name }: { host: string; name: string },
): Promise<SmtpListener> {
  const { config, log } = context;
  // Loaded where mail is taken by SMTP alone.
  const { SMTPServer } = await import('smtp-server');
  const connections = new Map<string, number>();
  const inbox = new MailInbox(context);
  const answer = (work: Promise<void>, done: (error?: Error | null) => void) => {
    work.then(
      () => done(),
      (error: unknown) => done(refusalOf(context, error)),
    );
  };

  const options: SMTPServerOptions = {
    ...{ name, banner: 'Parley', size: config.MAIL_MAX_BYTES, maxClients, logger: false },
    ...{ socketTimeout: socketTimeoutMs, closeTimeout: closeTimeoutMs, disableReverseLookup: true },
    ...tlsOf(context),
    onConnect({ remoteAddress }, done) {
      const open = (connections.get(remoteAddress) ?? 0) + 1;
      connections.set(remoteAddress, open);
      if (open <= config.MAIL_CONNECTIONS) done();
      else done(new Refusal(421, 'Too many connections from this address'));
    },
    onClose({ remoteAddress }) {
      const left = (connections.get(remoteAddress) ?? 1) - 1;
      if (left > 0) connections.set(remoteAddress, left);
      else connections.delete(remoteAddress);
    },
    onMailFrom: (_address, { remoteAddress }, done) => answer(inbox.mayDeliver(remoteAddress), done),
    onRcptTo: ({ address }, session, done) => answer(inbox.addRecipient(session, address), done),
    onData: (stream, session, done) => answer(inbox.take(session, stream), done),
  };
  const server = new SMTPServer(options);
  server.on('error', (error) => log.debug({ err: error }, 'an SMTP connection failed'));

  const listening = Promise.withResolvers<void>();
  server.server.once('error', listening.reject);
  server.listen(config.MAIL_SMTP_PORT, host, () => listening.resolve());
  await listening.promise;
  log.info({ port: config.MAIL_SMTP_PORT }, 'takes mail by SMTP');

  return { stop: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}

/** What sessions have said, and the mails that they bring. */
class MailInbox {
  readonly #context: Context;
  readonly #recipients = new WeakMap<SMTPServerSession, Map<string, Mailbox>>();
  #arrivingBytes = 0;

  constructor(context: Context) {
    this.#context = context;
  }

  /** @throws Refusal */
  async mayDeliver(address: string): Promise<void> {
    const { limits, config } = this.#context;
    const { allowed } = await limits.hit('mail_smtp', address, { points: config.LIMIT_MAILS, seconds: 60 });
    if (!allowed) throw new Refusal(451, 'Too many mails from this address; try again in a minute');
  }

  /** @throws Refusal for an address that leads to no mailbox */
  async addRecipient(session: SMTPServerSession, address: string): Promise<void> {
    const key = addressKeyOf(address);
    const mailbox = key === undefined ? undefined : await this.#context.mailboxes.findByAddress([key, withoutTag(key)]);
    if (!mailbox?.enabled || mailbox.inbound !== 'smtp') throw new Refusal(550, 'No such mailbox here');
    // A connection may bring several mails: the first recipient of each clears those of the one before.
    const isFirst = session.envelope.rcptTo.length === 0;
    const recipients = (isFirst ? undefined : this.#recipients.get(session)) ?? new Map<string, Mailbox>();
    this.#recipients.set(session, recipients.set(mailbox.id, mailbox));
  }

  /** Stores the mail for each mailbox that is among its recipients. @throws Refusal */
  async take(session: SMTPServerSession, stream: Readable): Promise<void> {
    const { mailFrom, rcptTo } = session.envelope;
    const recipients = [...(this.#recipients.get(session)?.values() ?? [])];
    const { remoteAddress: ip, hostNameAppearsAs } = session;
    const helo = typeof hostNameAppearsAs === 'string' ? hostNameAppearsAs.slice(0, 255) : undefined;
    const envelope = { from: addressOf(mailFrom), to: rcptTo.map(({ address }) => address), ip, helo };
    const arrival = new MailArrival(this.#context, this.#context.config.MAIL_MAX_BYTES);
    try {
      await this.#read(stream, arrival);
      const arrived = await arrival.finish();
      for (const mailbox of recipients) await storeMail(this.#context, mailbox, arrived, { via: 'smtp', envelope });
    } finally {
      this.#arrivingBytes -= arrival.size;
      await arrival.drop();
    }
  }

  /** Reads a mail to its end, whatever its size: the sender listens for no answer before. */
  async #read(stream: Readable, arrival: MailArrival): Promise<void> {
    const { MAIL_MAX_BYTES: maxBytes } = this.#context.config;
    let size = 0;
    let failure: unknown;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (failure !== undefined) continue;
      await this.#write(arrival, chunk).catch((error: unknown) => {
        failure = error;
      });
    }
    if (size > maxBytes) throw new Refusal(552, `A mail may have ${maxBytes} bytes`);
    if (failure !== undefined) throw failure;
  }

  async #write(arrival: MailArrival, chunk: Buffer): Promise<void> {
    const maxBytes = this.#context.config.MAIL_MAX_BYTES * maxArrivingMails;
    if (this.#arrivingBytes + chunk.length > maxBytes) throw new Refusal(451, 'Busy; try again');
    this.#arrivingBytes += chunk.length;
    await arrival.write(chunk);
  }
}

function addressOf(mailFrom: SMTPServerAddress | false): string | undefined {
  return mailFrom ? mailFrom.address : undefined;
}

function tlsOf({ config }: Context): SMTPServerOptions {
  const { MAIL_TLS_CERT: cert, MAIL_TLS_KEY: key } = config;
  // There is no sign-in: anyone who knows an address may write to it.
  if (!cert || !key) return { disabledCommands: ['AUTH', 'STARTTLS'] };
  return { disabledCommands: ['AUTH'], cert: readFileSync(cert), key: readFileSync(key) };
}

function refusalOf({ log, counts }: Context, error: unknown): Error {
  counts.arrived('smtp', 'refused');
  if (error instanceof Refusal) return error;
  // The sending server keeps the mail and tries again.
  const isBrokenOff = error instanceof Error && 'code' in error && error.code === 'ECONNECTION';
  if (!isBrokenOff && !(error instanceof AppError)) log.error({ err: error }, 'a mail could not be taken');
  return new Refusal(451, 'Not available; try again');
}
