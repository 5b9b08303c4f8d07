import type { segmentApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './segment.ts';

type ListSegments = Operation<typeof segmentApi.listSegments, Context>;

export const listSegments: ListSegments = async (context, _actor, { id_project, ...query }) => {
  const { segments, next, ...page } = await context.segments.list(id_project, query);
  const view = { ...page, segments: segments.map((segment) => viewOf(segment)) };
  return next ? answer(view, { link: nextLink(next, query) }) : view;
};
