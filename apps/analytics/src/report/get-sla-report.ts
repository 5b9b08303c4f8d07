import type { reportApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { last30WholeDays } from '../window/window.ts';
import { inOrder, keyOf } from './report-group.ts';

type GetSlaReport = Operation<typeof reportApi.getSlaReport, Context>;

export const getSlaReport: GetSlaReport = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const { rows, days } = await context.slaFigures.report(query, last30WholeDays);
    return inOrder(rows, query.group, query.direction).map(({ part, elapsedAvg, elapsedP90, ...sums }) => ({
      _id: keyOf(query.group, part, days),
      ...sums,
      met_share: shareOf(sums.met, sums.met + sums.breached),
      ...{ elapsed_avg: elapsedAvg, elapsed_p90: elapsedP90 },
    }));
  });

/** Null of nothing. */
const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
