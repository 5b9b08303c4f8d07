import { newId } from '@parley/service-kit/call';
import { Signal } from '@parley/service-kit/concurrency';

import type { Context } from '../context.ts';
import { serverErrorOf } from '../server/server-error.ts';
import type { ImapAccount } from './imap-account.ts';
import { runSession, StoringFailed } from './imap-session.ts';

/** Accounts that one replica reads. */
const maxAccounts = 1_000;
const claimedAtOnce = 20;
/** After a fault of ours. */
const pauseMs = 5_000;

interface Session {
  revision: number;
  over: AbortController;
  ended: Promise<void>;
}

/** Reads mailboxes by IMAP: each by one replica, which holds its row for the time of a lease and renews it. */
export class ImapWorker {
  readonly #context: Context;
  readonly #leaseMs: number;
  readonly #holder = newId();
  readonly #sessions = new Map<string, Session>();
  readonly #signal = new Signal();
  readonly #loop: Promise<void>;
  #isOver = false;

  constructor(context: Context, { leaseMs }: { leaseMs: number }) {
    this.#context = context;
    this.#leaseMs = leaseMs;
    this.#loop = this.#work();
  }

  /** An account was stored, changed or removed: looks at once. */
  wake(): void {
    this.#signal.call();
  }

  /** Ends all sessions; other replicas may read their accounts at once. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.wake();
    await this.#loop;
    const sessions = [...this.#sessions.values()];
    for (const { over } of sessions) over.abort();
    await Promise.all(sessions.map(({ ended }) => ended));
  }

  async #work(): Promise<void> {
    while (!this.#isOver) {
      await this.#look().catch((err: unknown) => this.#context.log.warn({ err }, 'mailboxes could not be claimed'));
      if (!this.#isOver) await this.#signal.wait(this.#leaseMs / 3);
    }
  }

  async #look(): Promise<void> {
    const { imap } = this.#context;
    if (this.#sessions.size > 0) {
      const renewed = await imap.renew(this.#holder, this.#leaseMs);
      const revisions = new Map(renewed.map(({ id, revision }) => [id, revision]));
      // Those with other settings by now are claimed again once they have ended; no other mailbox waits for that.
      for (const [id, { revision, over }] of this.#sessions) if (revisions.get(id) !== revision) over.abort();
    }
    while (!this.#isOver && this.#sessions.size < maxAccounts) {
      const own = [...this.#sessions.keys()];
      const claimed = await imap.claim(this.#holder, this.#leaseMs, { limit: claimedAtOnce, without: own });
      for (const account of claimed) this.#begin(account);
      if (claimed.length < claimedAtOnce) return;
    }
  }

  #begin(account: ImapAccount): void {
    const over = new AbortController();
    const ended = this.#read(account, over.signal).finally(() => {
      this.#sessions.delete(account.id);
      if (over.signal.aborted) this.wake();
    });
    this.#sessions.set(account.id, { revision: account.revision, over, ended });
  }

  /** Never rejects. */
  async #read(account: ImapAccount, over: AbortSignal): Promise<void> {
    const { imap, log, clock } = this.#context;
    const { projectId, id: mailboxId } = account;
    let waitMs = 0;
    try {
      await runSession(this.#context, account, over);
    } catch (error) {
      if (over.aborted) waitMs = 0;
      else if (error instanceof StoringFailed) {
        waitMs = pauseMs;
        log.warn({ err: error, projectId, mailboxId }, 'reading a mailbox has failed');
      } else {
        const { fault } = serverErrorOf(error);
        log.info({ fault, projectId, mailboxId }, 'a mail server could not be read');
        waitMs = await imap.fail(account, fault, clock.now()).catch(() => pauseMs);
      }
    }
    // If the database is unreachable, the lease expires.
    await imap.release(account, waitMs).catch(() => undefined);
    if (waitMs > 0 && !this.#isOver) setTimeout(() => this.wake(), waitMs).unref();
  }
}
