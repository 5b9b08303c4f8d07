import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { rowsOf } from '../window/groups.ts';
import { last30Days } from '../window/window.ts';

type GetBotConversationCount = Operation<typeof conversationFiguresApi.getBotConversationCount, Context>;

export const getBotConversationCount: GetBotConversationCount = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30Days, wholeWindow);
    const withBot = groups.map(({ key, sums }) => ({ key, sums: sums && { ...sums, total: sums.withBot } }));
    return rowsOf(withBot, query, 1, (_, sums) => ({ totalCount: sums?.total ?? 0 }));
  });
