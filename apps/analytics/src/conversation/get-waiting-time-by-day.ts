import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { meanOf, rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';

type GetWaitingTimeByDay = Operation<typeof averageFiguresApi.getWaitingTimeByDay, Context>;

export const getWaitingTimeByDay: GetWaitingTimeByDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byDay);
    return rowsOf(groups, query, -1, (_id, sums) => ({
      _id,
      waiting_time_avg: meanOf(sums?.waitingSum, sums?.waitingCount),
    }));
  });
