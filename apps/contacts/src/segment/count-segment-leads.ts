import type { segmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type CountSegmentLeads = Operation<typeof segmentApi.countSegmentLeads, Context>;

export const countSegmentLeads: CountSegmentLeads = async (context, _actor, { id_project, segment, ...filter }) => {
  const within = await context.segments.ready(id_project, segment);
  return { _id: within.id, count: await context.leadQueries.count(id_project, { ...filter, within }) };
};
