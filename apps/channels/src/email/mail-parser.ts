import { Worker } from 'node:worker_threads';

import type { ParsedMail } from './parsed-mail.ts';

export interface MailParser {
  /** @throws UnreadableMail */
  parse(bytes: Buffer): Promise<ParsedMail>;
  stop(): Promise<void>;
}

/** The mail cannot be parsed, or took more time or memory than a mail may. */
export class UnreadableMail extends Error {
  readonly reason: 'timeout' | 'memory' | 'malformed';

  constructor(reason: UnreadableMail['reason']) {
    super(`The mail could not be read: ${reason}.`);
    this.name = 'UnreadableMail';
    this.reason = reason;
  }
}

/** Of one parser, besides the bytes of its mail. */
const heapMb = 192;
/** A parser that has nothing to do for so long is ended: it takes no memory where no mail comes. */
const idleMs = 60_000;

type Answer = { mail: ParsedMail } | { failure: string };

/** Parses mails one after the other in a thread of its own, which is started for the first mail and ended when it takes too much. */
export function createMailParser({ timeoutMs }: { timeoutMs: number }): MailParser {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  const end = async () => {
    clearTimeout(idle);
    const ending = worker;
    worker = undefined;
    await ending?.terminate();
  };

  const parseNext = async (bytes: Buffer): Promise<ParsedMail> => {
    clearTimeout(idle);
    worker ??= new Worker(new URL('./parse.worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    try {
      return await answerOf(worker, bytes, timeoutMs);
    } catch (error) {
      await end();
      throw error;
    } finally {
      idle = setTimeout(() => void end(), idleMs).unref();
    }
  };

  return {
    parse(bytes) {
      const parsing = previous.then(() => parseNext(bytes));
      previous = parsing.catch(() => undefined);
      return parsing;
    },
    async stop() {
      await previous;
      await end();
    },
  };
}

function answerOf(worker: Worker, bytes: Buffer, timeoutMs: number): Promise<ParsedMail> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedMail>();
  const timer = setTimeout(() => reject(new UnreadableMail('timeout')), timeoutMs);
  const onMessage = (answer: Answer) =>
    'mail' in answer ? resolve(answer.mail) : reject(new UnreadableMail('malformed'));
  const onError = (error: Error & { code?: string }) =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableMail('memory') : error);
  worker.once('message', onMessage).once('error', onError);
  worker.postMessage(bytes);
  return promise.finally(() => {
    clearTimeout(timer);
    worker.off('message', onMessage).off('error', onError);
  });
}
