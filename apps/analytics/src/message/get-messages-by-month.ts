import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byMonth } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';
import { splitOf } from './message-fact.ts';

type GetMessagesByMonth = Operation<typeof trafficFiguresApi.getMessagesByMonth, Context>;

export const getMessagesByMonth: GetMessagesByMonth = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.messageFigures.groups(query, last366Days('month'), byMonth);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0, ...splitOf(sums) }));
  });
