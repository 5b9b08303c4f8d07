import { analyticsErrors } from '@parley/contracts';
import { type Answered, answer, type Reply } from '@parley/service-kit/http';

/** The kind of facts that an answer is based on. */
export type Source = 'conversations' | 'visitors' | 'activities';

/** Adds the time up to which an answer is complete. Source: contract 40 section 1.6. */
export class Freshness {
  readonly #asOf: (source: Source) => Promise<Date | undefined>;

  /** @param asOf the time up to which all committed events are in the facts; undefined when unknown */
  constructor(asOf: (source: Source) => Promise<Date | undefined>) {
    this.#asOf = asOf;
  }

  /** Determines the time before reading: an answer may be fresher than it claims, never staler. @throws figures_not_ready */
  async of<Body extends object>(source: Source, work: () => Promise<Answered<Body>>): Promise<Reply<Body>> {
    const asOf = await this.at(source);
    return answer(await work(), headersOf(asOf));
  }

  /** @throws figures_not_ready */
  async headers(source: Source): Promise<Record<string, string>> {
    return headersOf(await this.at(source));
  }

  /** @throws figures_not_ready */
  async at(source: Source): Promise<Date> {
    const asOf = await this.#asOf(source);
    if (!asOf) throw analyticsErrors.figures_not_ready();
    return asOf;
  }
}

function headersOf(asOf: Date): Record<string, string> {
  const lagMs = Math.max(0, Date.now() - asOf.getTime());
  return { 'parley-as-of': asOf.toISOString(), 'parley-lag-ms': String(lagMs) };
}
