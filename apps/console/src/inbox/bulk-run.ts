import { isParleyError } from '@parley/sdk';

/** One conversation of a bulk action. */
export interface BulkItem {
  id: string;
  name: string;
}

/** What the API says of one item; see contract 82 section 9. */
export interface BulkAnswer {
  request_id: string;
  status: number;
  code?: string;
}

export interface BulkState {
  total: number;
  done: number;
  /** Refused, each with the code of its refusal. */
  refused: readonly { item: BulkItem; code: string }[];
  /** Not begun, or without an answer. */
  left: readonly BulkItem[];
  /** Of those left, whose call was made and not answered: they may have changed. */
  unanswered: number;
  /** Why a whole call failed; what it was for is left. */
  error: unknown;
  phase: 'running' | 'stopping' | 'ended';
}

/** Items of one call: few enough that a stop is soon obeyed, of at most 200. */
export const itemsPerCall = 50;

/** Does the same to many conversations, call after call. */
export class BulkRun {
  readonly #send: (ids: string[]) => Promise<readonly BulkAnswer[]>;
  readonly #listeners = new Set<() => void>();
  #state: BulkState;

  /** @param send one call; rejects when no answer came */
  constructor(items: readonly BulkItem[], send: (ids: string[]) => Promise<readonly BulkAnswer[]>) {
    this.#send = send;
    this.#state = {
      total: items.length,
      done: 0,
      refused: [],
      left: items,
      unanswered: 0,
      error: undefined,
      phase: 'ended',
    };
  }

  readonly state = (): BulkState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Goes on with what is left, until all is done or refused, `stop` is called, or no answer comes. */
  async run(): Promise<BulkState> {
    if (this.#state.phase !== 'ended') return this.#state;
    this.#set({ phase: 'running', unanswered: 0, error: undefined });
    while (this.#state.left.length > 0 && this.#phase() === 'running') {
      const before = this.#state.left.length;
      const items = this.#state.left.slice(0, itemsPerCall);
      try {
        this.#take(items, await this.#send(items.map(({ id }) => id)));
      } catch (error) {
        // A refusal is an answer: nothing was begun.
        const isRefused = isParleyError(error) && error.status < 500;
        this.#set({ error, unanswered: isRefused ? 0 : items.length });
        break;
      }
      // The API had no time for any of them.
      if (this.#state.left.length === before) break;
    }
    this.#set({ phase: 'ended' });
    return this.#state;
  }

  /** No further call is made; the current one ends. */
  stop(): void {
    if (this.#state.phase === 'running') this.#set({ phase: 'stopping' });
  }

  /** Refused ones, too, are tried again. */
  retry(): Promise<BulkState> {
    const { refused, left } = this.#state;
    this.#set({ refused: [], left: [...refused.map(({ item }) => item), ...left] });
    return this.run();
  }

  #phase(): BulkState['phase'] {
    return this.#state.phase;
  }

  #take(items: readonly BulkItem[], answers: readonly BulkAnswer[]): void {
    const byId = new Map(answers.map((answer) => [answer.request_id, answer]));
    const { done, refused, left } = this.#state;
    const outcomeOf = ({ id }: BulkItem): string => {
      const answer = byId.get(id);
      if (!answer) return 'not_attempted';
      return answer.status < 400 ? 'done' : (answer.code ?? String(answer.status));
    };
    const again = items.filter((item) => outcomeOf(item) === 'not_attempted');
    const refusedNow = items
      .map((item) => ({ item, code: outcomeOf(item) }))
      .filter(({ code }) => code !== 'done' && code !== 'not_attempted');
    this.#set({
      done: done + items.length - again.length - refusedNow.length,
      refused: [...refused, ...refusedNow],
      left: [...again, ...left.slice(items.length)],
    });
  }

  #set(change: Partial<BulkState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
