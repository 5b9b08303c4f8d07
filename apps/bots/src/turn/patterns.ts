import { Worker } from 'node:worker_threads';

const matchTimeoutMs = 50;
/** For a thread that does not even begin. */
const startTimeoutMs = 2_000;

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

/** The next thing that a thread says; nothing when it does not in time, or has ended. */
function answerOf(thread: Worker, withinMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (answer?: unknown) => {
      clearTimeout(timer);
      thread.off('message', settle).off('error', fail).off('exit', fail);
      resolve(answer);
    };
    const fail = () => settle();
    // What was said in time may still wait to be heard.
    const timer = setTimeout(() => setImmediate(fail), withinMs);
    thread.on('message', settle).on('error', fail).on('exit', fail);
  });
}
