import { Signal } from '@parley/service-kit/concurrency';
import type { ImapFlow } from 'imapflow';

import type { Context } from '../context.ts';
import type { UnreadMail } from '../inbound/inbound-mail.ts';
import { MailArrival, MailTooLarge } from '../inbound/mail-arrival.ts';
import { storeMail, storeUnread } from '../inbound/store-mail.ts';
import { ServerError, serverErrorOf } from '../server/server-error.ts';
import { type ImapAccount, moveTarget } from './imap-account.ts';
import { connectImap, leave, openFolder, within } from './imap-connection.ts';

/** Between two looks, whatever the server says by IDLE. */
const lookMs = 60_000;
const mailMs = 120_000;
/** A mail is read in pieces of this size. */
const pieceBytes = 131_072;
const batch = 100;
const dayMs = 86_400_000;
/** Clocks of servers differ. */
const slackMs = 60_000;
/** After so many sessions that have ended at one mail, it is left on the server. */
const maxAttempts = 4;

/** Something of ours has failed, not the server. */
export class StoringFailed extends Error {}

/**
 * Reads a mailbox until `over`: what is there, then what comes. Each mail is stored in one transaction with its UID.
 * @throws ServerError; StoringFailed
 */
export async function runSession(context: Context, account: ImapAccount, over: AbortSignal): Promise<void> {
  const oauth = account.password === null ? await context.oauth.find(account) : undefined;
  const client = await connectImap(context, account, oauth, over);
  const woken = new Signal();
  const wake = () => woken.call();
  client.on('exists', wake).on('close', wake);
  try {
    const folder = new ImapFolder(context, account, client, over);
    await folder.open();
    while (!over.aborted) {
      await folder.read();
      // Ended by the next command.
      void client.idle().catch(() => undefined);
      await woken.wait(lookMs);
      if (!client.usable) throw new ServerError('connection_refused');
    }
  } catch (error) {
    if (error instanceof StoringFailed) throw error;
    throw serverErrorOf(error);
  } finally {
    await leave(client);
  }
}

/** The folder of an account, as a session reads it. */
class ImapFolder {
  readonly #context: Context;
  readonly #account: ImapAccount;
  readonly #client: ImapFlow;
  readonly #over: AbortSignal;
  /** Of mails that stay on the server as they are. */
  readonly #setAside: Set<number>;
  #uidValidity: string;
  #lastUid: number;
  #settledUid: number;

  constructor(context: Context, account: ImapAccount, client: ImapFlow, over: AbortSignal) {
    this.#context = context;
    this.#account = account;
    this.#client = client;
    this.#over = over;
    this.#setAside = new Set(account.setAside);
    this.#uidValidity = account.uidValidity ?? '';
    this.#lastUid = account.lastUid;
    this.#settledUid = account.settledUid;
  }

  /** With other UIDs than those that are known, it begins with the mails of the last week: those that are known are recognised. */
  async open(): Promise<void> {
    const { uidValidity, uidNext } = await openFolder(this.#client, this.#account.folder);
    const isNew = this.#account.uidValidity === null;
    if (this.#account.uidValidity === uidValidity) return this.#settleRest();
    const since = isNew ? this.#account.createdAt.getTime() - slackMs : this.#context.clock.now().getTime() - 7 * dayMs;
    const first = await this.#firstSince(new Date(since));
    this.#uidValidity = uidValidity;
    this.#setAside.clear();
    this.#lastUid = (first ?? uidNext) - 1;
    this.#settledUid = this.#lastUid;
    await this.#storing(this.#context.imap.begin(this.#account, uidValidity, this.#lastUid));
  }

  /** Stores what is new, the oldest first. */
  async read(): Promise<void> {
    const { imap, clock } = this.#context;
    let rest: number[];
    do {
      const found = (await this.#search({ uid: `${this.#lastUid + 1}:*` })).filter((uid) => uid > this.#lastUid);
      const uids = found.slice(0, batch);
      const sizes = await this.#sizes(uids);
      for (const uid of uids) await this.#take(uid, sizes.get(uid));
      await this.#settle(uids);
      rest = found.slice(batch);
      await this.#storing(imap.succeed(this.#account, rest.length, clock.now()));
    } while (rest.length > 0);
  }

  async #take(uid: number, size: number | undefined): Promise<void> {
    const { db, imap, config } = this.#context;
    if (size !== undefined && size > config.MAIL_MAX_BYTES)
      return this.#pass(uid, { state: 'rejected', why: 'too_large', size });
    const arrival = new MailArrival(this.#context, config.MAIL_MAX_BYTES);
    try {
      // Removed meanwhile, there is nothing to store.
      const isThere = size !== undefined && (await this.#read(uid, arrival));
      const arrived = isThere ? await this.#storing(arrival.finish()) : undefined;
      const { projectId, id } = this.#account;
      await this.#storing(
        db.transaction(async () => {
          const how = { via: 'imap', envelope: { to: [] } } as const;
          if (arrived) await storeMail(this.#context, { projectId, id }, arrived, how);
          await imap.advance(this.#account, uid);
        }),
      );
      this.#lastUid = uid;
    } catch (error) {
      // Its size was said wrong.
      if (error instanceof MailTooLarge)
        return await this.#pass(uid, { state: 'rejected', why: 'too_large', size: arrival.size });
      if (error instanceof StoringFailed || this.#over.aborted) throw error;
      const attempts = await this.#storing(imap.stuck(this.#account, uid));
      if (attempts >= maxAttempts)
        await this.#pass(uid, { state: 'failed', error: 'unreadable_on_server', size: size ?? 0 });
      throw error;
    } finally {
      await arrival.drop();
    }
  }

  /** Reads a mail piece by piece. @returns false when it is gone */
  async #read(uid: number, arrival: MailArrival): Promise<boolean> {
    for (let piece: Buffer | undefined; piece === undefined || piece.length === pieceBytes; ) {
      piece = await this.#piece(uid, arrival.size);
      if (!piece) return false;
      await this.#taking(arrival.write(piece));
    }
    return arrival.size > 0;
  }

  /** Logs that a mail is left on the server, and continues with the next one. */
  async #pass(uid: number, mail: UnreadMail): Promise<void> {
    const { db, imap } = this.#context;
    await this.#storing(
      db.transaction(async () => {
        await storeUnread(this.#context, this.#account, `imap ${this.#uidValidity} ${uid}`, mail);
        await imap.setAside(this.#account, uid);
      }),
    );
    this.#lastUid = uid;
    this.#setAside.add(uid);
  }

  /** Those of an earlier session that ended before. */
  async #settleRest(): Promise<void> {
    if (this.#account.after === 'keep' || this.#settledUid >= this.#lastUid) return;
    const uids = await this.#search({ uid: `${this.#settledUid + 1}:${this.#lastUid}` });
    await this.#settle(uids.filter((uid) => uid <= this.#lastUid));
  }

  /** What is to become of stored mails on the server. */
  async #settle(uids: readonly number[]): Promise<void> {
    const { after } = this.#account;
    const stored = uids.filter((uid) => !this.#setAside.has(uid));
    const target = moveTarget(after);
    if (after !== 'keep' && stored.length > 0) {
      const range = stored.join(',');
      const done = target
        ? await this.#run(this.#client.messageMove(range, target, { uid: true }))
        : await this.#run(this.#client.messageFlagsAdd(range, ['\\Seen'], { uid: true }));
      if (done === false) throw new ServerError(target ? 'folder_missing' : 'blocked');
    }
    if (after === 'keep' || this.#settledUid === this.#lastUid) return;
    this.#settledUid = this.#lastUid;
    await this.#storing(this.#context.imap.settle(this.#account, this.#lastUid));
  }

  /** Servers search by day: the rest is compared here. */
  async #firstSince(at: Date): Promise<number | undefined> {
    // A day earlier, since the days of a server are those of its own time zone.
    const uids = await this.#search({ since: new Date(at.getTime() - dayMs) });
    for (let from = 0; from < uids.length; from += batch) {
      const range = uids.slice(from, from + batch).join(',');
      const mails = await this.#run(this.#client.fetchAll(range, { uid: true, internalDate: true }, { uid: true }));
      const late = mails.filter(({ internalDate }) => internalDate && new Date(internalDate) >= at);
      if (late.length > 0) return Math.min(...late.map(({ uid }) => uid));
    }
    return undefined;
  }

  async #search(query: { uid: string } | { since: Date }): Promise<number[]> {
    const found = await this.#run(this.#client.search(query, { uid: true }));
    if (!found) throw new ServerError('connection_refused');
    return found.sort((one, other) => one - other);
  }

  async #sizes(uids: readonly number[]): Promise<Map<number, number>> {
    if (uids.length === 0) return new Map();
    const query = { uid: true, size: true };
    const mails = await this.#run(this.#client.fetchAll(uids.join(','), query, { uid: true }));
    return new Map(mails.map(({ uid, size = 0 }) => [uid, size]));
  }

  async #piece(uid: number, start: number): Promise<Buffer | undefined> {
    const query = { uid: true, source: { start, maxLength: pieceBytes } };
    const mail = await within(this.#client, this.#client.fetchOne(String(uid), query, { uid: true }), mailMs);
    // Behind the end of the mail, servers say nothing in several ways.
    return mail ? (mail.source ?? Buffer.alloc(0)) : undefined;
  }

  #run<Outcome>(command: Promise<Outcome>): Promise<Outcome> {
    return within(this.#client, command);
  }

  /** @throws MailTooLarge; StoringFailed */
  async #taking(work: Promise<void>): Promise<void> {
    await this.#storing(work).catch((error: Error) => {
      throw error.cause instanceof MailTooLarge ? error.cause : error;
    });
  }

  async #storing<Outcome>(work: Promise<Outcome>): Promise<Outcome> {
    try {
      return await work;
    } catch (error) {
      throw new StoringFailed('a mail could not be stored', { cause: error });
    }
  }
}
