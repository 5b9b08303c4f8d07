import type { averageFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';
import { durationsOf } from './conversation-rows.ts';

type GetDuration = Operation<typeof averageFiguresApi.getDuration, Context>;

export const getDuration: GetDuration = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.percentileGroups(query, last30Days, wholeWindow);
    return rowsOf(groups, query, -1, (_, sums) => ({ _id: query.id_project, ...durationsOf(sums) }));
  });
