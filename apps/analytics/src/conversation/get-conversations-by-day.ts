import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byDay } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';

type GetConversationsByDay = Operation<typeof conversationFiguresApi.getConversationsByDay, Context>;

export const getConversationsByDay: GetConversationsByDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byDay);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
