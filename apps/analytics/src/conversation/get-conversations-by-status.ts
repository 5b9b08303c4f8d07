import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { wholeWindow } from '../window/cells.ts';
import { last30Days } from '../window/window.ts';
import { statusCounts } from './conversation-rows.ts';

type GetConversationsByStatus = Operation<typeof conversationFiguresApi.getConversationsByStatus, Context>;

export const getConversationsByStatus: GetConversationsByStatus = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const groups = await context.conversations.groups(query, last30Days, wholeWindow);
    const counts = groups.flatMap(({ sums }) => statusCounts(sums, query.fill));
    const rows = counts.map(({ status, count }) => ({ _id: { status }, count }));
    return query.direction === -1 ? rows.toReversed() : rows;
  });
