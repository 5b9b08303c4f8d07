import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';

type GetVisitorCount = Operation<typeof trafficFiguresApi.getVisitorCount, Context>;

export const getVisitorCount: GetVisitorCount = (context, _actor, query) =>
  context.freshness.of('visitors', async () => {
    const groups = await context.tallies.groups(query, 'visitors', last30Days, wholeWindow);
    return rowsOf(groups, query, 1, (_, sums) => ({ totalCount: sums?.total ?? 0 }));
  });
