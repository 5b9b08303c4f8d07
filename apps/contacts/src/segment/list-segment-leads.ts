import type { segmentApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from '../lead/lead.ts';

type ListSegmentLeads = Operation<typeof segmentApi.listSegmentLeads, Context>;

export const listSegmentLeads: ListSegmentLeads = async (context, _actor, { id_project, segment, ...query }) => {
  const within = await context.segments.ready(id_project, segment);
  const { leads, next, ...page } = await context.leadQueries.list(id_project, { ...query, within }, query);
  const view = { ...page, leads: leads.map(viewOf) };
  return next ? answer(view, { link: nextLink(next, query) }) : view;
};
