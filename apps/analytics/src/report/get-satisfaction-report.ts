import type { reportApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { last30WholeDays } from '../window/window.ts';
import { inOrder, keyOf } from './report-group.ts';

type GetSatisfactionReport = Operation<typeof reportApi.getSatisfactionReport, Context>;

export const getSatisfactionReport: GetSatisfactionReport = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const { rows, days } = await context.satisfactionFigures.report(query, last30WholeDays);
    return inOrder(rows, query.group, query.direction).map(({ part, asked, answered, count, average, scores }) => {
      const [none = 0, one = 0, two = 0, three = 0, four = 0, five = 0] = scores;
      return {
        _id: keyOf(query.group, part, days),
        ...{ asked, answered, response_rate: asked === 0 ? null : answered / asked, count, satisfaction_avg: average },
        scores: { '0': none, '1': one, '2': two, '3': three, '4': four, '5': five },
        positive: count === 0 ? null : (four + five) / count,
      };
    });
  });
