import type { Context } from '../context.ts';
import { type Occasion, suspendRule } from './apply-rule.ts';
import type { Rule } from './rule.ts';

/** Applied runs of a rule in an hour, after which it is taken out of use. Source: contract 25 section 10.3. */
const maxRuns = 10_000;

interface Counted {
  atFirst: Promise<number>;
  since: number;
}

/**
 * Takes rules out of use that are applied too often. The runs of the last hour are counted once for a round, and again only where those
 * that were applied since may have reached the limit.
 */
export class RunsOfHour {
  readonly #context: Context;
  readonly #rules = new Map<string, Counted>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** One more was applied. */
  async add(rule: Rule, at: Pick<Occasion, 'projectId' | 'requestId'>): Promise<void> {
    const key = `${at.projectId} ${rule.id}`;
    const counted = this.#rules.get(key);
    if (counted) {
      counted.since += 1;
      if ((await counted.atFirst) + counted.since < maxRuns) return;
    }
    const atFirst = this.#context.ruleRuns.countOfHour(at.projectId, rule.id, maxRuns);
    this.#rules.set(key, { atFirst, since: 0 });
    if ((await atFirst) >= maxRuns) await suspendRule(this.#context, rule, at, 'rate');
  }
}
