import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byWeekday, compareHours } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';

type GetConversationsByWeekday = Operation<typeof conversationFiguresApi.getConversationsByWeekday, Context>;

export const getConversationsByWeekday: GetConversationsByWeekday = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byWeekday);
    return rowsOf(groups.toSorted(compareHours), query, -1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
