import { commonErrors } from '@parley/contracts';
import type { LimitRule, Limits } from '@parley/service-kit/security';

/** Source: contract 12 section 1. */
const wrongCodes: LimitRule = { points: 10, seconds: 3_600, factor: 'identity' };

/** How often the codes of a person may be tried, from whatever address. */
export class FactorAttempts {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Counts the attempt before comparing, so that concurrent attempts cannot exceed the limit. A correct code clears the count.
   * @throws commonErrors.rate_limited
   */
  async try<Result>(userId: string, compare: () => Promise<Result>): Promise<Result> {
    const { allowed, resetSeconds: retryAfterSeconds } = await this.#limits.hit('factor', userId, wrongCodes);
    if (!allowed) throw commonErrors.rate_limited({ limit: 'failed_factors', retryAfterSeconds });
    const result = await compare();
    await this.#limits.clear('factor', userId);
    return result;
  }
}
