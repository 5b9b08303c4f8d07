import { once } from 'node:events';
import { type Transferable, Worker } from 'node:worker_threads';

import type { Saying } from './serve-jobs.ts';

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

/** Of one thread, besides the pieces of its mail. */
const heapMb = 192;
/** What is young in it takes three times as much. */
const youngMb = 4;
/** A thread that has nothing to do for so long is ended: it takes no memory where no mail comes. */
const idleMs = 60_000;

/** A machine under load takes long to load the libraries, which is no fault of the mail. */
const startMs = 60_000;

/** A mail in pieces. One that has a buffer of its own is given away with it, and is empty afterwards. */
export type MailPieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Takes what a job finds in its mail; the job continues when that is handled. */
export type TakePart<Part> = (part: Part) => Promise<void>;

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

  /** @throws UnreadableMail; what `mail` and `take` throw */
  run<Part = never>(job: Job, mail: MailPieces, take?: TakePart<Part>): Promise<Result> {
    const running = this.#previous.then(() => this.#next(job, mail, take as TakePart<unknown> | undefined));
    this.#previous = running.catch(() => undefined);
    return running;
  }

  async stop(): Promise<void> {
    await this.#previous;
    await this.#end();
  }

  async #next(job: Job, mail: MailPieces, take?: TakePart<unknown>): Promise<Result> {
    clearTimeout(this.#idle);
    try {
      this.#worker ??= await this.#start();
      return await new JobInThread<Result>(this.#worker, this.#timeoutMs).run(job, mail, take);
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
      resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: youngMb },
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

/** One job: the thread asks for the mail piece by piece and hands over parts, until it has the result. */
class JobInThread<Result> {
  readonly #worker: Worker;
  /** Of the thread alone: what it waits for does not count. */
  #leftMs: number;
  readonly #failed = Promise.withResolvers<never>();

  constructor(worker: Worker, timeoutMs: number) {
    this.#worker = worker;
    this.#leftMs = timeoutMs;
    this.#failed.promise.catch(() => undefined);
  }

  async run(job: unknown, mail: MailPieces, take?: TakePart<unknown>): Promise<Result> {
    const onError = (error: Error & { code?: string }) =>
      this.#failed.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableMail('memory') : error);
    this.#worker.on('error', onError);
    try {
      return await this.#converse(job, mail, take);
    } finally {
      this.#worker.off('error', onError);
    }
  }

  async #converse(job: unknown, mail: MailPieces, take?: TakePart<unknown>): Promise<Result> {
    const pieces = piecesOf(mail);
    try {
      for (let saying = await this.#ask(job); ; ) {
        if ('result' in saying) return saying.result;
        if ('failure' in saying) throw new UnreadableMail('malformed');
        if ('part' in saying) saying = await this.#ask(await take?.(saying.part));
        else saying = await this.#give((await pieces.next()).value);
      }
    } finally {
      await pieces.return(undefined);
    }
  }

  /** Without a copy, which would stay in memory for as long as the piece. */
  #give(piece: Uint8Array | undefined): Promise<Saying<Result>> {
    const isWhole = piece !== undefined && piece.byteLength === piece.buffer.byteLength;
    return this.#ask(piece ?? null, isWhole ? [piece.buffer as ArrayBuffer] : []);
  }

  async #ask(answer: unknown, transferred: readonly Transferable[] = []): Promise<Saying<Result>> {
    const { promise, resolve, reject } = Promise.withResolvers<Saying<Result>>();
    const began = performance.now();
    const timer = setTimeout(() => reject(new UnreadableMail('timeout')), Math.max(0, this.#leftMs));
    this.#worker.once('message', resolve);
    this.#worker.postMessage(answer, transferred);
    try {
      return await Promise.race([promise, this.#failed.promise]);
    } finally {
      clearTimeout(timer);
      this.#worker.off('message', resolve);
      this.#leftMs -= performance.now() - began;
    }
  }
}

async function* piecesOf(mail: MailPieces): AsyncGenerator<Uint8Array, undefined> {
  for await (const piece of mail) if (piece.length > 0) yield piece;
}
