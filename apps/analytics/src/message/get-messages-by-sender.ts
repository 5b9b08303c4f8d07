import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { kindOf } from '../conversation/conversation-rows.ts';
import { last30WholeDays } from '../window/window.ts';

type GetMessagesBySender = Operation<typeof trafficFiguresApi.getMessagesBySender, Context>;

const maxSenders = 200;

export const getMessagesBySender: GetMessagesBySender = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const limit = Math.min(query.limit ?? maxSenders, maxSenders);
    const senders = await context.messageFigures.senders(query, last30WholeDays, limit);
    const rows = senders.map(({ sender, count, name }) => ({
      ...{ _id: { sender }, count, kind: kindOf(sender) },
      ...(name === null ? {} : { name }),
    }));
    return query.direction === 1 ? rows.toReversed() : rows;
  });
