import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byHour, compareHours } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30WholeDays } from '../window/window.ts';

type GetConversationsByHour = Operation<typeof conversationFiguresApi.getConversationsByHour, Context>;

export const getConversationsByHour: GetConversationsByHour = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30WholeDays, byHour);
    return rowsOf(groups.toSorted(compareHours), query, -1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
