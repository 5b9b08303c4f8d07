import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';
import { splitOf } from './message-fact.ts';

type GetMessageCount = Operation<typeof trafficFiguresApi.getMessageCount, Context>;

export const getMessageCount: GetMessageCount = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.messageFigures.groups(query, last30Days, wholeWindow);
    return rowsOf(groups, query, 1, (_, sums) => ({ totalCount: sums?.total ?? 0, ...splitOf(sums) }));
  });
