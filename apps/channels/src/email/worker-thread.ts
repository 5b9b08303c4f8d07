import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { Answer } from './serve-jobs.ts';

/** The mail cannot be read, or took more time or memory than a mail may. */
export class UnreadableMail extends Error {
  readonly reason: 'timeout' | 'memory' | 'malformed';

  constructor(reason: UnreadableMail['reason']) {
    super(`The mail could not be read: ${reason}.`);
    this.name = 'UnreadableMail';
    this.reason = reason;
  }
}

/** What is done without a mail that cannot be read. @throws any other error */
export function unlessUnreadable(error: unknown): undefined {
  if (!(error instanceof UnreadableMail)) throw error;
}

/** Of one thread, besides the bytes of its mail. */
const heapMb = 192;
/** A thread that has nothing to do for so long is ended: it takes no memory where no mail comes. */
const idleMs = 60_000;

/** A machine under load takes long to load the libraries, which is no fault of the mail. */
const startMs = 60_000;

/** Does jobs one after the other in a thread of its own, which is started for the first one and ended when one takes too much. */
export class WorkerThread<Job, Result> {
  readonly #program: URL;
  readonly #timeoutMs: number;
  readonly #data: unknown;
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #previous: Promise<unknown> = Promise.resolve();

  /** @param data that the program begins with */
  constructor(program: URL, { timeoutMs, data }: { timeoutMs: number; data?: unknown }) {
    this.#program = program;
    this.#timeoutMs = timeoutMs;
    this.#data = data;
  }

  /** @throws UnreadableMail */
  run(job: Job): Promise<Result> {
    const running = this.#previous.then(() => this.#next(job));
    this.#previous = running.catch(() => undefined);
    return running;
  }

  async stop(): Promise<void> {
    await this.#previous;
    await this.#end();
  }

  async #next(job: Job): Promise<Result> {
    clearTimeout(this.#idle);
    try {
      this.#worker ??= await this.#start();
      return await answerOf<Result>(this.#worker, job, this.#timeoutMs);
    } catch (error) {
      await this.#end();
      throw error;
    } finally {
      this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
    }
  }

  async #start(): Promise<Worker> {
    const worker = new Worker(this.#program, {
      workerData: this.#data,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    try {
      await once(worker, 'message', { signal: AbortSignal.timeout(startMs) });
      return worker;
    } catch (error) {
      await worker.terminate();
      throw error;
    }
  }

  async #end(): Promise<void> {
    clearTimeout(this.#idle);
    const ending = this.#worker;
    this.#worker = undefined;
    await ending?.terminate();
  }
}

function answerOf<Result>(worker: Worker, job: unknown, timeoutMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new UnreadableMail('timeout')), timeoutMs);
  const onMessage = (answer: Answer<Result>) =>
    'result' in answer ? resolve(answer.result) : reject(new UnreadableMail('malformed'));
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableMail('memory') : error);
  worker.once('message', onMessage).once('error', onError);
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', onError);
  });
}
