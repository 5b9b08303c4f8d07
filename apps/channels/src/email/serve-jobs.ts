import { parentPort, type Transferable } from 'node:worker_threads';

/** What a thread says: the outcome of its job, or on the way that it wants more of the mail, or a part to be taken from it. */
export type Saying<Result> = { result: Result } | { failure: string } | { wants: 'more' } | { part: unknown };

/** The mail of a job, and who takes what is found in it. */
export interface Conversation {
  /** The bytes of the mail in pieces. */
  source: AsyncIterable<Uint8Array>;
  /** Hands a part over; resolves when the next may come. */
  hand(part: unknown, transferred?: readonly Transferable[]): Promise<void>;
}

/** Answers the jobs of a `WorkerThread`, in its thread: one at a time, the next is posted when this one is answered. */
export function serveJobs<Job, Result>(work: (job: Job, conversation: Conversation) => Promise<Result>): void {
  const port = parentPort;
  if (!port) return;
  let onAnswer: ((answer: unknown) => void) | undefined;
  /** Each question waits for the answer to the one before. */
  let asked: Promise<unknown> = Promise.resolve();
  const ask = (question: Saying<Result>, transferred: readonly Transferable[] = []): Promise<unknown> => {
    asked = asked.then(() => {
      const { promise, resolve } = Promise.withResolvers<unknown>();
      onAnswer = resolve;
      port.postMessage(question, transferred);
      return promise;
    });
    return asked;
  };
  const serve = async (job: Job): Promise<void> => {
    const conversation: Conversation = {
      source: piecesOf(() => ask({ wants: 'more' })),
      hand: async (part, transferred) => void (await ask({ part }, transferred)),
    };
    const saying: Saying<Result> = await work(job, conversation).then(
      (result) => ({ result }),
      (error: unknown) => ({ failure: error instanceof Error ? error.name : 'Error' }),
    );
    await asked;
    port.postMessage(saying);
  };
  port.on('message', (message: unknown) => {
    const answer = onAnswer;
    onAnswer = undefined;
    if (answer) answer(message);
    else void serve(message as Job);
  });
  // Its program and libraries are loaded.
  port.postMessage('ready');
}

async function* piecesOf(more: () => Promise<unknown>): AsyncGenerator<Uint8Array> {
  for (;;) {
    const piece = (await more()) as Uint8Array | null;
    if (piece === null) return;
    yield piece;
  }
}
