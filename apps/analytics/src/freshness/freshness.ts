import { answer } from '@parley/service-kit';

/** What an answer is made of. */
export type Source = 'conversations' | 'visitors' | 'activities';

/** Tells with an answer up to when it is complete. Source: contract 40 section 1.6. */
export class Freshness {
  readonly #asOf: (source: Source) => Promise<Date | undefined>;
  readonly #now: () => number;

  /** @param asOf every event committed at or before this time is in the facts */
  constructor(asOf: (source: Source) => Promise<Date | undefined>, now: () => number) {
    this.#asOf = asOf;
    this.#now = now;
  }

  /** Asked before the figures are read: an answer may hold more than it claims, never less. */
  async of<Body extends object>(source: Source, work: () => Promise<Body>): Promise<Body> {
    const asOf = await this.#asOf(source);
    const body = await work();
    if (!asOf) return body;
    const lagMs = Math.max(0, this.#now() - asOf.getTime());
    return answer(body, { 'parley-as-of': asOf.toISOString(), 'parley-lag-ms': String(lagMs) });
  }
}
