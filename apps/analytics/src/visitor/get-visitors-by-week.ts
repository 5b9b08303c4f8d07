import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byWeek } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';

type GetVisitorsByWeek = Operation<typeof trafficFiguresApi.getVisitorsByWeek, Context>;

export const getVisitorsByWeek: GetVisitorsByWeek = (context, _actor, query) =>
  context.freshness.of('visitors', async () => {
    const groups = await context.tallies.groups(query, 'visitors', last366Days('week'), byWeek);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
