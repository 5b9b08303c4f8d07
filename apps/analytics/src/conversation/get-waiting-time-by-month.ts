import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byMonth } from '../window/cells.ts';
import { meanOf, rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';

type GetWaitingTimeByMonth = Operation<typeof averageFiguresApi.getWaitingTimeByMonth, Context>;

export const getWaitingTimeByMonth: GetWaitingTimeByMonth = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last366Days('month'), byMonth);
    return rowsOf(groups, query, -1, (_id, sums) => ({
      _id,
      waiting_time_avg: meanOf(sums?.waitingSum, sums?.waitingCount),
    }));
  });
