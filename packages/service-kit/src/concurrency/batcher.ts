import { AsyncLocalStorage } from 'node:async_hooks';

import { pause } from './timing.ts';

/** Of when this module was loaded. */
const outsideCalls = AsyncLocalStorage.snapshot();

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Batching: questions that arrive while a batch runs form the next batch; a batch that is not full waits only for `lingerMs`.
 * A batch runs outside the call or transaction of the callers it serves.
 */
export class Batcher<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #maxBatch: number;
  readonly #lingerMs: number;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #isRunning = false;

  /**
   * @param ask one answer to each question, in their order; when it rejects, each caller of the batch is rejected
   * @param maxBatch questions of one batch
   * @param lingerMs how long a batch that is not full waits for more
   */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>, maxBatch = 1_000, lingerMs = 0) {
    this.#ask = ask;
    this.#maxBatch = maxBatch;
    this.#lingerMs = lingerMs;
  }

  /** @returns the answer to the question @throws what `ask` throws for the whole batch */
  load(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      // Questions of the same tick join the batch.
      queueMicrotask(() => outsideCalls(() => void this.#runBatches()));
    });
  }

  async #runBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#lingerMs > 0 && this.#waiting.length < this.#maxBatch) await pause(this.#lingerMs);
      const batch = this.#waiting.splice(0, this.#maxBatch);
      try {
        const answers = await this.#ask(batch.map(({ question }) => question));
        if (answers.length !== batch.length)
          throw new Error(`${batch.length} questions had ${answers.length} answers.`);
        for (const [place, answer] of answers.entries()) batch[place]?.resolve(answer);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}
