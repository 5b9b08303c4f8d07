import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byMonth } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';
import { durationsOf } from './conversation-rows.ts';

type GetDurationByMonth = Operation<typeof averageFiguresApi.getDurationByMonth, Context>;

export const getDurationByMonth: GetDurationByMonth = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.percentileGroups(query, last366Days('month'), byMonth);
    return rowsOf(groups, query, -1, (key, sums) => ({ _id: key, ...durationsOf(sums) }));
  });
