import type { ActionOutcomeView, macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { emptyReport, runActions } from '../action/run-actions.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { macroRun } from './macro-run.ts';

type RunMacro = Operation<typeof macroApi.runMacro, Context>;

export const runMacro: RunMacro = async (context, actor, { id_project, request_id, macro_id }) => {
  const report = emptyReport();
  const run = await macroRun(context, actor, { id_project, request_id }, macro_id);
  const stored = await runActions(context, run, report);
  const applied = report.outcome.map(({ type, changed = false }: ActionOutcomeView) => ({ type, changed }));
  return { request: await answerOf(context, actor, stored), macro: { _id: macro_id, applied } };
};
