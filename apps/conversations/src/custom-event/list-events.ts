import type { customEventApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type ListEvents = Operation<typeof customEventApi.listEvents, Context>;

export const listEvents: ListEvents = async (context, _actor, { id_project, ...query }) => {
  const { events, count, next } = await context.customEvents.list(id_project, query);

  const page = { perPage: query.limit, count, events };
  return next ? answer(page, { link: nextLink(next, query) }) : page;
};
