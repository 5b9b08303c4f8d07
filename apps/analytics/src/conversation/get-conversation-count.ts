import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';

type GetConversationCount = Operation<typeof conversationFiguresApi.getConversationCount, Context>;

export const getConversationCount: GetConversationCount = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30Days, wholeWindow);
    return rowsOf(groups, query, 1, (_, sums) => ({ totalCount: sums?.total ?? 0 }));
  });
