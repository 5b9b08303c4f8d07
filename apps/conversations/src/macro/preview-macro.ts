import { AppError, type macroApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { rolledBack } from '../action/rolled-back.ts';
import { emptyReport, runActions } from '../action/run-actions.ts';
import type { Context } from '../context.ts';
import { macroRun } from './macro-run.ts';

type PreviewMacro = Operation<typeof macroApi.previewMacro, Context>;

export const previewMacro: PreviewMacro = async (context, actor, { id_project, request_id, macro_id }) => {
  const report = emptyReport();
  const run = await macroRun(context, actor, { id_project, request_id }, macro_id);
  try {
    await rolledBack(context.db, () => runActions(context, run, report));
  } catch (error) {
    // The refusal of an action is what the preview shows.
    const isRefused = report.outcome.some(({ ok }) => !ok);
    if (!(isRefused && error instanceof AppError)) throw error;
  }
  return report;
};
