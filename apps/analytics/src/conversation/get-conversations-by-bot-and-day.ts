import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';
import { botCounts } from './conversation-rows.ts';

type GetConversationsByBotAndDay = Operation<typeof conversationFiguresApi.getConversationsByBotAndDay, Context>;

export const getConversationsByBotAndDay: GetConversationsByBotAndDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byDay);
    return rowsOf(groups, query, 1, (day, sums) =>
      botCounts(sums, query.fill).map(({ hasBot, count }) => ({ _id: { ...day, hasBot }, count })),
    );
  });
