import type { trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { dateOf } from '../window/calendar.ts';
import { last30WholeDays } from '../window/window.ts';

type GetCustomEventsByDay = Operation<typeof trafficFiguresApi.getCustomEventsByDay, Context>;

export const getCustomEventsByDay: GetCustomEventsByDay = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    const counts = await context.customEvents.counts(query, last30WholeDays);
    const rows = counts.map(({ key, name, count }) => ({ _id: { ...key, name }, count, ...dateOf(key) }));
    return query.direction === -1 ? rows.toReversed() : rows;
  });
