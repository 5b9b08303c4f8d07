import { AsyncLocalStorage } from 'node:async_hooks';

import { pause } from './pause.ts';

interface Waiting<Question, Answer> {
  question: Question;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * What many ask for one by one, asked for together: who asks while one trip is under way shares the next, and none waits for
 * company unless told to. A trip stands outside of whatever call or transaction its askers are in.
 */
export class Batcher<Question, Answer> {
  readonly #ask: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #most: number;
  readonly #lingerMs: number;
  readonly #apart = AsyncLocalStorage.snapshot();
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #isUnderWay = false;

  /**
   * @param ask one answer to each question, in their order; when it rejects, all who share the trip are refused
   * @param most questions of one trip
   * @param lingerMs how long a trip with room waits for more of them
   */
  constructor(ask: (questions: readonly Question[]) => Promise<readonly Answer[]>, most = 1_000, lingerMs = 0) {
    this.#ask = ask;
    this.#most = most;
    this.#lingerMs = lingerMs;
  }

  load(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      if (this.#isUnderWay) return;
      this.#isUnderWay = true;
      // Others who ask in the same moment come along.
      queueMicrotask(() => this.#apart(() => void this.#travel()));
    });
  }

  async #travel(): Promise<void> {
    while (this.#waiting.length > 0) {
      if (this.#lingerMs > 0 && this.#waiting.length < this.#most) await pause(this.#lingerMs);
      const some = this.#waiting.splice(0, this.#most);
      try {
        const answers = await this.#ask(some.map(({ question }) => question));
        if (answers.length !== some.length) throw new Error(`${some.length} questions had ${answers.length} answers.`);
        for (const [place, answer] of answers.entries()) some[place]?.resolve(answer);
      } catch (error) {
        for (const { reject } of some) reject(error);
      }
    }
    this.#isUnderWay = false;
  }
}
