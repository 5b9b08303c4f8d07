import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { byWeek } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last366Days } from '../window/window.ts';

type GetConversationsByWeek = Operation<typeof conversationFiguresApi.getConversationsByWeek, Context>;

export const getConversationsByWeek: GetConversationsByWeek = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last366Days('week'), byWeek);
    return rowsOf(groups, query, 1, (_id, sums) => ({ _id, count: sums?.total ?? 0 }));
  });
