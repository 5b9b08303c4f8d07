import { setTimeout as delay } from 'node:timers/promises';

import { commonErrors, type reconciliationApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import type { Limits } from '@parley/service-kit/security';

import type { Context } from '../context.ts';
import { last30WholeDays, windowOf } from '../window/window.ts';
import { viewOf } from './reconciliation.ts';

type StartReconciliation = Operation<typeof reconciliationApi.startReconciliation, Context>;

const maxDays = 366;
/** Source: contract 40 section 2.7. */
const perHour = { points: 6, seconds: 3_600 };
const waitMs = 10_000;
const lookMs = 100;

/** Answers when the run has finished, or after ten seconds while it continues. */
export const startReconciliation: StartReconciliation = async ({ limits, reconciliations }, _actor, input) => {
  const { id_project: projectId, repair = false, tz, timezone } = input;
  const { from, until } = windowOf(input, last30WholeDays, Date.now(), { days: maxDays, location: 'body' });
  await countRun(limits, projectId);
  let run = await reconciliations.start({
    ...{ projectId, isRepair: repair, isNightly: false, zone: tz ?? timezone ?? 'UTC' },
    from: new Date(from),
    until: new Date(until),
  });
  const patience = Date.now() + waitMs;
  while (run.status === 'running' && Date.now() < patience) {
    await delay(lookMs);
    run = await reconciliations.get(projectId, run.id);
  }
  return viewOf(run);
};

async function countRun(limits: Limits, projectId: string): Promise<void> {
  const { allowed, resetSeconds } = await limits.hit('reconcile', projectId, perHour);
  if (!allowed) throw commonErrors.rate_limited({ limit: 'reconcile', retryAfterSeconds: resetSeconds });
}
