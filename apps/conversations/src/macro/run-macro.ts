import type { ActionOutcomeView, macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { emptyReport, runActions } from '../action/run-actions.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { newerGuard } from '../request-store/newer-messages.ts';
import { macroRun } from './macro-run.ts';

type RunMacro = Operation<typeof macroApi.runMacro, Context>;

export const runMacro: RunMacro = async (context, actor, { id_project, request_id, macro_id }) => {
  const report = emptyReport();
  const run = await macroRun(context, actor, { id_project, request_id }, macro_id);
  const newer = newerGuard(context.db, actor, id_project, request_id);
  const guarded = { ...run, guard: () => newer.check(), options: newer.options };
  const stored = await runActions(context, guarded, report);
  const applied = report.outcome.map(({ type, changed = false }: ActionOutcomeView) => ({ type, changed }));
  return { request: await answerOf(context, actor, stored), macro: { _id: macro_id, applied } };
};
