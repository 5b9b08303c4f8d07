import { Worker } from 'node:worker_threads';

const mostMs = 50;

/** Tries patterns apart from everything else, one after the other: nobody waits for one that backtracks without end. */
export class Patterns {
  #thread: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** Whether the text fits; one that takes longer than 50 ms does not. */
  fits(pattern: string, text: string): Promise<boolean> {
    const turn = this.#last.then(() => this.#try(pattern, text));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async stop(): Promise<void> {
    await this.#last;
    await this.#end();
  }

  async #try(pattern: string, text: string): Promise<boolean> {
    const thread = await this.#start();
    const fits = await new Promise<boolean | undefined>((resolve) => {
      const timer = setTimeout(() => resolve(undefined), mostMs);
      const settle = (value: boolean | undefined) => {
        clearTimeout(timer);
        thread.removeAllListeners();
        resolve(value);
      };
      thread.once('message', settle);
      thread.once('error', () => settle(undefined));
      thread.once('exit', () => settle(undefined));
      thread.postMessage({ pattern, text });
    });
    if (fits === undefined) await this.#end();
    return fits === true;
  }

  /** The time for a pattern does not begin before the thread has. */
  async #start(): Promise<Worker> {
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL('./pattern.worker.ts', import.meta.url), { execArgv: [] });
    thread.unref();
    await new Promise<void>((resolve, reject) => {
      thread.once('online', resolve);
      thread.once('error', reject);
    });
    thread.removeAllListeners();
    this.#thread = thread;
    return thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}
