import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';
import { durationsOf } from './conversation-rows.ts';

type GetDurationByDay = Operation<typeof averageFiguresApi.getDurationByDay, Context>;

export const getDurationByDay: GetDurationByDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.percentileGroups(query, last30WholeDays, byDay);
    return rowsOf(groups, query, -1, (key, sums) => ({ _id: key, ...durationsOf(sums) }));
  });
