import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';
import { statusCounts } from './conversation-rows.ts';

type GetConversationsByStatusAndDay = Operation<typeof conversationFiguresApi.getConversationsByStatusAndDay, Context>;

export const getConversationsByStatusAndDay: GetConversationsByStatusAndDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byDay);
    return rowsOf(groups, query, 1, (day, sums) =>
      statusCounts(sums, query.fill).map(({ status, count }) => ({ _id: { ...day, status }, count })),
    );
  });
