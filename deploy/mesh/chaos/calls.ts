import { setTimeout as delay } from 'node:timers/promises';

import type { History } from './history.ts';

/** Between two calls of one client. */
export const pauseMs = 100;
/** How long a call is repeated when all is well again. */
const patienceMs = 90_000;

/** An answer, as far as it matters here. */
interface Said<Body> {
  status: number;
  body: Body;
}

type Call<Body> = () => Promise<Said<Body>>;

/** How clients call while things go wrong; they write down what no outage explains. */
export class Calls {
  readonly #history: History;
  #givesUpAt = Number.POSITIVE_INFINITY;

  constructor(history: History) {
    this.#history = history;
  }

  /** All is well again: a call that gets no answer for long shows that something is wrong. */
  expectAnswers(): void {
    this.#givesUpAt = Date.now() + patienceMs;
  }

  /** Calls once: an outage is no answer, and no reason for what only a bug answers. */
  async attempt<Body>(call: Call<Body>): Promise<Said<Body> | undefined> {
    const answer = await call().catch(() => undefined);
    if (answer?.status === 500) this.#refused('a call', answer);
    return answer && !isOutage(answer) ? answer : undefined;
  }

  /**
   * Repeats a call until it is answered.
   * @param harmless codes of refusals that others who call may cause
   * @returns what a success says
   */
  async insist<Body>(what: string, call: Call<Body>, harmless: readonly string[] = []): Promise<Body | undefined> {
    for (;;) {
      const answer = await this.attempt(call);
      if (answer && answer.status < 300) return answer.body;
      if (answer && harmless.includes(codeOf(answer) ?? '')) return undefined;
      if (answer) return this.#refused(what, answer);
      if (Date.now() > this.#givesUpAt) return void this.#history.unsettled.push(what);
      await delay(pauseMs);
    }
  }

  #refused(what: string, { status, body }: Said<unknown>): undefined {
    this.#history.refusals.push(`${what}: ${status} ${JSON.stringify(body)}`);
  }
}

/** What a call does when nothing stands in its way. @throws Error with any other answer */
export async function must<Body>(answering: Promise<Said<Body>>): Promise<Body> {
  const { status, body } = await answering;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}

const isOutage = (answer: Said<unknown>) => answer.status >= 500 || codeOf(answer) === 'idempotency_in_progress';

const codeOf = ({ body }: Said<unknown>) => (body as { code?: string } | undefined)?.code;
