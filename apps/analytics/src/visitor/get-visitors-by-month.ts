import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byMonth } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';

type GetVisitorsByMonth = Operation<typeof trafficFiguresApi.getVisitorsByMonth, Context>;

export const getVisitorsByMonth: GetVisitorsByMonth = (context, _actor, query) =>
  context.freshness.of('visitors', async () => {
    const groups = await context.tallies.groups(query, 'visitors', last366Days('month'), byMonth);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
