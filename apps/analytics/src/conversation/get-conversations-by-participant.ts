import type { conversationFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { last30WholeDays } from '../window/window.ts';
import { comparedOf, kindOf, maxCompared } from './conversation-rows.ts';

type GetConversationsByParticipant = Operation<typeof conversationFiguresApi.getConversationsByParticipant, Context>;

export const getConversationsByParticipant: GetConversationsByParticipant = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const participants = await context.conversations.participants(query, last30WholeDays, maxCompared);
    const rows = participants.map((sums) => ({
      ...{ _id: { participant: sums.part }, kind: kindOf(sums.part) },
      ...comparedOf(sums),
    }));
    return query.direction === 1 ? rows.toReversed() : rows;
  });
