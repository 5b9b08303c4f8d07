import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { meanOf, rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';

type GetWaitingTime = Operation<typeof averageFiguresApi.getWaitingTime, Context>;

export const getWaitingTime: GetWaitingTime = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30Days, wholeWindow);
    return rowsOf(groups, query, -1, (_, sums) => ({
      _id: query.id_project,
      waiting_time_avg: meanOf(sums?.waitingSum, sums?.waitingCount),
    }));
  });
