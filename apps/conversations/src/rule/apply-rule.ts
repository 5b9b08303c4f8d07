import {
  AppError,
  type DecisionView,
  type RuleRunView,
  type RunResult,
  ruleRan,
  type Suspension,
} from '@parley/contracts';
import { newId, runInCall } from '@parley/service-kit/call';

import { rulePerformer } from '../action/performer.ts';
import { emptyReport, type Report, runActions } from '../action/run-actions.ts';
import { type Conditions, type EventValues, heldOf, holds } from '../condition/evaluate.ts';
import type { Surroundings } from '../condition/surroundings.ts';
import type { Context } from '../context.ts';
import { begin, pendingEvent } from '../request-state/change.ts';
import type { RequestWithCopies } from '../request-state/request.copies.ts';
import { isRunTaken } from '../request-store/request.writer.ts';
import type { Rule } from './rule.ts';
import { type Before, type RunKey, type RunRecord, rowOf } from './rule-run.repository.ts';

/** What a rule answers: an event, or a time. */
export interface Occasion {
  projectId: string;
  requestId: string;
  /** `_id` of the request. */
  request: string;
  event: { _id: string; type: string; time: string };
  /** Absent: of the event nothing is known but that its conditions held. */
  values?: EventValues;
  /** What is left of the rule's conditions. */
  conditions?: Conditions;
  chain: string;
  cause: { causationId?: string; depth: number; correlationId?: string };
  /** Judged under the lock before the conditions; what it answers is why the run is skipped. */
  isOver?(current: RequestWithCopies, at: Date): string | undefined;
}

/** What became of a rule. */
export type Outcome = RunResult | 'repeated' | 'unmatched';

/** Ends a run whose conditions no longer hold under the lock. */
class Skipped extends Error {
  readonly why: string;

  constructor(why: string) {
    super('The conditions of a rule no longer hold.');
    this.why = why;
  }
}

/** Failures in a row after which a rule is taken out of use. */
const maxFailures = 20;
/** Refusals that say that what a rule names is gone. */
const brokenCodes: ReadonlySet<string> = new Set([
  ...['policy_not_found', 'bot_not_found', 'canned_not_found', 'survey_not_found', 'validation_failed'],
]);

/** Applies a rule to a request: its actions are stored with the row that says so, or not at all, so it runs once. */
export async function applyRule(context: Context, rule: Rule, occasion: Occasion): Promise<Outcome> {
  const { projectId, request, event, chain } = occasion;
  const key = { projectId, id: newId(), rule: rule.id, request, event: event._id, chain };
  const before = await context.ruleRuns.before(key, rule.once);
  if (before.result !== null) return 'repeated';
  const run = new RuleRun(context, rule, occasion, key);
  return runInCall({ ...occasion.cause, idempotency: undefined, ifMatch: undefined }, () => run.outcome(before));
}

class RuleRun {
  readonly #context: Context;
  readonly #rule: Rule;
  readonly #occasion: Occasion;
  readonly #key: RunKey;
  readonly #begun = performance.now();
  readonly #report: Report = emptyReport();
  #conditions: RunRecord['conditions'] = [];
  /** Of the database, under the lock. */
  #at = new Date();

  constructor(context: Context, rule: Rule, occasion: Occasion, key: RunKey) {
    this.#context = context;
    this.#rule = rule;
    this.#occasion = occasion;
    this.#key = key;
  }

  async outcome({ wasApplied, isTooOften, isInChain }: Before): Promise<Outcome> {
    if (wasApplied) return this.#note('skipped', 'once');
    if (isTooOften) return this.#note('suppressed', 'rate');
    if (isInChain) return this.#note('suppressed', 'chain');
    try {
      await this.#apply();
      return 'applied';
    } catch (error) {
      // By another replica, since it was looked for.
      if (isRunTaken(error)) return this.#note('suppressed', 'chain');
      if (error instanceof Skipped) return this.#note('skipped', error.why);
      if (error instanceof AppError && error.code === 'channel_window_closed')
        return this.#note('skipped', 'window_closed');
      if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'internal') throw error;
      return this.#refused(error);
    }
  }

  async #apply(): Promise<void> {
    const { projectId, requestId } = this.#occasion;
    const rule = this.#rule;
    const surroundings = await this.#context.surroundings.of(projectId, [rule]);
    await runActions(
      this.#context,
      {
        performer: rulePerformer(projectId, rule),
        place: { id_project: projectId, request_id: requestId },
        actions: rule.actions,
        decision: this.#decision(),
        guard: (current, at) => this.#check(current, at, surroundings),
        announced: () => [pendingEvent(ruleRan, { run: this.#view('applied') }, this.#decision())],
        options: { run: () => rowOf(this.#key, 'applied', this.#record()) },
      },
      this.#report,
    );
  }

  /** Conditions hold on the event; an earlier rule may have changed the request. */
  #check(current: RequestWithCopies, at: Date, surroundings: Surroundings): void {
    const { values, isOver, conditions = this.#rule } = this.#occasion;
    const subject = {
      request: current,
      lead: current.copies.lead,
      now: at.getTime(),
      surroundings,
      ...(values && { event: values }),
    };
    this.#at = at;
    this.#conditions = heldOf(this.#rule, subject);
    const why = isOver?.(current, at);
    if (why !== undefined) throw new Skipped(why);
    if (!holds(conditions, subject)) throw new Skipped('changed');
  }

  async #note(result: RunResult, why: string): Promise<Outcome> {
    const isKept = await this.#context.ruleRuns.keep(this.#key, result, this.#record(why));
    return isKept ? result : 'repeated';
  }

  /** It is not repeated: the request says that it cannot be done. */
  async #refused(error: AppError): Promise<Outcome> {
    const { projectId, requestId } = this.#occasion;
    const { rules, ruleRuns, requests, db } = this.#context;
    // A request that is gone has nothing to tell.
    if (error.code === 'request_not_found') return 'skipped';
    const performer = rulePerformer(projectId, this.#rule);
    const failures = await db.transaction(async () => {
      if (!(await ruleRuns.keep(this.#key, 'failed', this.#record(error.code)))) return undefined;
      await requests.update(performer.by, projectId, requestId, (current, { at }) => {
        const draft = begin(current, at);
        this.#at = at;
        draft.events.push(pendingEvent(ruleRan, { run: this.#view('failed', error.code) }, this.#decision()));
        return draft;
      });
      return rules.failed(projectId, this.#rule.id);
    });
    if (failures === undefined) return 'repeated';
    if (brokenCodes.has(error.code)) await this.#suspend('broken');
    else if (failures >= maxFailures) await this.#suspend('failing');
    return 'failed';
  }

  #suspend(reason: Suspension): Promise<void> {
    return suspendRule(this.#context, this.#rule, this.#occasion, reason);
  }

  #decision(): DecisionView {
    return { rule: this.#rule.id, version: this.#rule.version, run: this.#key.id };
  }

  #view(result: RunResult, why?: string): RuleRunView {
    const createdAt = this.#at.toISOString();
    return { _id: this.#key.id, request_id: this.#occasion.requestId, result, ...this.#record(why), createdAt };
  }

  #record(why?: string): RunRecord {
    const { id, name, version } = this.#rule;
    return {
      rule: { _id: id, name, version },
      event: this.#occasion.event,
      ...(why !== undefined && { why }),
      conditions: this.#conditions,
      actions: this.#report.outcome,
      ...(why === 'rate' && { loopSuspected: true }),
      ms: Math.round(performance.now() - this.#begun),
    };
  }
}

/** Suspends a rule, and notifies the admins on the request at which it failed. */
export async function suspendRule(
  context: Context,
  rule: Rule,
  { projectId, requestId }: Pick<Occasion, 'projectId' | 'requestId'>,
  reason: Suspension,
): Promise<void> {
  if (!(await context.rules.suspend(projectId, rule.id, reason))) return;
  const text = `The rule "${rule.name.slice(0, 200)}" is suspended: ${reason}`;
  try {
    await runActions(context, {
      performer: rulePerformer(projectId, rule),
      place: { id_project: projectId, request_id: requestId },
      actions: [{ type: 'notify', people: ['admins'], text }],
    });
  } catch (error) {
    // The event says so, too.
    if (!(error instanceof AppError)) throw error;
    context.log.warn({ err: error, projectId }, 'admins could not be told of a suspended rule');
  }
}
