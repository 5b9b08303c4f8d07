import { analyticsErrors, type trafficFiguresApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { last7WholeDays } from '../window/window.ts';

type GetTagFigures = Operation<typeof trafficFiguresApi.getTagFigures, Context>;

export const getTagFigures: GetTagFigures = (context, _actor, query) =>
  context.freshness.of('conversations', async () => {
    if (query.tag_type !== 'conversation-tag') throw analyticsErrors.unknown_tag_type();
    return context.tags.series(query, last7WholeDays);
  });
