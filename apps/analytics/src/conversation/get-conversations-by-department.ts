import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { last30WholeDays } from '../window/window.ts';
import { comparedOf, maxCompared } from './conversation-rows.ts';

type GetConversationsByDepartment = Operation<typeof conversationFiguresApi.getConversationsByDepartment, Context>;

export const getConversationsByDepartment: GetConversationsByDepartment = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const departments = await context.conversations.departments(query, last30WholeDays, maxCompared);
    const rows = departments.map((sums) => ({ _id: { department: sums.part || null }, ...comparedOf(sums) }));
    return query.direction === 1 ? rows.toReversed() : rows;
  });
