import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import type { Logger } from 'pino';

import type { Launched } from './launch.ts';

/** A server from its start to its end. */
export interface Run extends Launched {
  /** Releases the advisory lock of the data folder. */
  releaseLock(): void;
  /** Ends the watchdog. */
  stopWatchdog(): void;
}

interface SupervisorOptions {
  dataFolder: string;
  onLost?: ((error: Error) => void) | undefined;
  log?: Pick<Logger, 'warn'> | undefined;
}

const initialBackoffMs = 100;
const maxBackoffMs = 2_000;
/** Backends that have outlived their postmaster end within the time limit of a statement. */
const patienceMs = 60_000;
/** A server that has run for so long counts as recovered: the backoff starts over. */
const stableMs = 10_000;

/** Starts a server again that has ended by itself, with backoff, until `end` is called or a restart is impossible. */
export class Supervisor {
  run: Run;
  readonly #begin: () => Promise<Run>;
  readonly #options: SupervisorOptions;
  readonly #ending = new AbortController();
  readonly #supervising: Promise<void>;
  #attempts = 0;
  #giveUpAt = 0;

  /** @param run what `begin` has brought */
  constructor(run: Run, begin: () => Promise<Run>, options: SupervisorOptions) {
    this.run = run;
    this.#begin = begin;
    this.#options = options;
    this.#supervising = options.onLost === undefined ? Promise.resolve() : this.#supervise(options.onLost);
  }

  /** Ends supervision: no server is started any more. @returns the last one, which may be running */
  async end(): Promise<Run> {
    this.#ending.abort();
    await this.#supervising;
    return this.run;
  }

  async #supervise(onLost: (error: Error) => void): Promise<void> {
    const { signal } = this.#ending;
    const aborted = once(signal, 'abort');
    for (;;) {
      const began = performance.now();
      await Promise.race([this.run.ended, aborted]);
      if (signal.aborted) return;
      if (this.#giveUpAt === 0 || performance.now() - began > stableMs) {
        this.#attempts = 0;
        this.#giveUpAt = performance.now() + patienceMs;
      }
      const reason = await this.#startAgain();
      if (reason !== undefined) return onLost(new Error(reason));
    }
  }

  /** @returns why a restart is impossible, for operators; undefined when a server runs again, or after `end` */
  async #startAgain(): Promise<string | undefined> {
    const { dataFolder, log } = this.#options;
    const data = join(dataFolder, 'data');
    log?.warn('the embedded PostgreSQL has ended; it is started again');
    this.run.stopWatchdog();
    this.run.releaseLock();
    for (let why = 'it ends again and again'; ; ) {
      const backoffMs = Math.min(initialBackoffMs * 2 ** this.#attempts++, maxBackoffMs);
      // Keeps no process alive, and rejects when `end` is called meanwhile.
      await delay(backoffMs, undefined, { ref: false, signal: this.#ending.signal }).catch(() => undefined);
      if (this.#ending.signal.aborted) return undefined;
      if (!existsSync(join(data, 'PG_VERSION')))
        return `The embedded PostgreSQL has ended and its data folder ${data} is gone: restore it from a back-up and start Parley again.`;
      if (performance.now() > this.#giveUpAt)
        return `The embedded PostgreSQL has ended and cannot be started again (${why}): see ${join(dataFolder, 'server.log')}, then start Parley again.`;
      try {
        this.run = await this.#begin();
        log?.warn('the embedded PostgreSQL runs again');
        return undefined;
      } catch (error) {
        why = String(error).split('\n').at(-1) ?? '';
        if (String(error).includes('No space left on device'))
          return `The embedded PostgreSQL has ended because the disk of ${dataFolder} is full: make room and start Parley again.`;
      }
    }
  }
}
