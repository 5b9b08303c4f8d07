import { Worker } from 'node:worker_threads';

import { Bulkhead } from '@parley/service-kit/concurrency';

const matchTimeoutMs = 50;
/** For a thread that does not start. */
const startTimeoutMs = 2_000;

/** Matches patterns in a worker thread, one at a time, so that catastrophic backtracking cannot block the process. */
export class Patterns {
  #thread: Worker | undefined;
  readonly #oneAtATime = new Bulkhead({ atOnce: 1 });

  /** Whether the text matches; false after 50 ms. */
  fits(pattern: string, text: string): Promise<boolean> {
    return this.#oneAtATime.run(() => this.#try(pattern, text));
  }

  stop(): Promise<void> {
    return this.#oneAtATime.run(() => this.#end());
  }

  async #try(pattern: string, text: string): Promise<boolean> {
    const thread = await this.#start();
    thread.postMessage({ pattern, text });
    const begun = await answerOf(thread, startTimeoutMs);
    const fits = begun === undefined ? undefined : await answerOf(thread, matchTimeoutMs);
    if (fits === undefined) await this.#end();
    return fits === true;
  }

  async #start(): Promise<Worker> {
    if (this.#thread) return this.#thread;
    const thread = new Worker(new URL('./pattern.worker.ts', import.meta.url), { execArgv: [] });
    thread.unref();
    this.#thread = thread;
    await answerOf(thread, startTimeoutMs);
    return thread;
  }

  async #end(): Promise<void> {
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }
}

/** The next message of a thread; undefined on timeout or exit. */
function answerOf(thread: Worker, withinMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (answer?: unknown) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = () => settle();
    // A message sent in time may still be queued.
    const timer = setTimeout(() => setImmediate(fail), withinMs);
    thread.on('message', settle).on('error', fail).on('exit', fail);
  });
}
