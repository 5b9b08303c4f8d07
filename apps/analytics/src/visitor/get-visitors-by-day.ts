import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';

type GetVisitorsByDay = Operation<typeof trafficFiguresApi.getVisitorsByDay, Context>;

export const getVisitorsByDay: GetVisitorsByDay = (context, _actor, query) =>
  context.freshness.of('visitors', async () => {
    const groups = await context.tallies.groups(query, 'visitors', last30WholeDays, byDay);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
