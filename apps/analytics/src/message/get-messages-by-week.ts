import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byWeek } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';
import { splitOf } from './message-fact.ts';

type GetMessagesByWeek = Operation<typeof trafficFiguresApi.getMessagesByWeek, Context>;

export const getMessagesByWeek: GetMessagesByWeek = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.messageFigures.groups(query, last366Days('week'), byWeek);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0, ...splitOf(sums) }));
  });
