import { type Actor, AppError, type InputOf, type ruleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import { rulePerformer } from '../action/performer.ts';
import { rolledBack } from '../action/rolled-back.ts';
import { emptyReport, runActions } from '../action/run-actions.ts';
import { heldOf, holds } from '../condition/evaluate.ts';
import type { Context } from '../context.ts';
import { newRule, type Rule, type RuleRow, ruleOf } from './rule.ts';

type DryRunRule = Operation<typeof ruleApi.dryRunRule, Context>;

type Input = InputOf<typeof ruleApi.dryRunRule>;
type Tried = Pick<RuleRow, 'id' | 'version' | 'record'>;

/** Each request in a transaction of its own, which is rolled back. */
export const dryRunRule: DryRunRule = async (context, actor, { id_project, rule_id, rule: sent, requests }) => {
  const rule = ruleOf({ ...(await triedRule(context, actor, id_project, rule_id, sent)), since: 0 });
  const surroundings = await context.surroundings.of(id_project, [rule]);
  const results = [];
  for (const request_id of new Set(requests)) {
    const request = await context.requestQueries.getByKey(id_project, request_id);
    if (!request) continue;
    const subject = { request, lead: request.copies.lead, now: Date.now(), surroundings };
    const matched = holds(rule, subject);
    const outcome = matched ? await outcomeOf(context, id_project, rule, request_id) : [];
    results.push({ request_id, matched, conditions: heldOf(rule, subject), outcome });
  }
  return { evaluated: results.length, matched: results.filter(({ matched }) => matched).length, results };
};

async function triedRule(
  context: Context,
  actor: Actor,
  projectId: string,
  id: string | undefined,
  sent: Input['rule'],
): Promise<Tried> {
  if (sent !== undefined) {
    await context.references.check(projectId, sent.filters);
    const record = newRule({ id_project: projectId, ...sent }, principalOf(actor), new Date().toISOString());
    return { id: 'dry_run', version: 0, record };
  }
  const { _id, __v: version, stats: _stats, ...record } = await context.rules.get(projectId, id ?? '');
  return { id: _id, version, record };
}

async function outcomeOf(context: Context, projectId: string, rule: Rule, requestId: string) {
  const report = emptyReport();
  const run = {
    performer: rulePerformer(projectId, rule),
    place: { id_project: projectId, request_id: requestId },
    actions: rule.actions,
  };
  try {
    await rolledBack(context.db, () => runActions(context, run, report));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  return report.outcome;
}
