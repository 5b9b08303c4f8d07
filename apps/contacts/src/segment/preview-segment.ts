import type { segmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from '../lead/lead.ts';

type PreviewSegment = Operation<typeof segmentApi.previewSegment, Context>;

const shown = 10;

export const previewSegment: PreviewSegment = async (context, _actor, { id_project, match, filters }) => {
  const within = { match, filters };
  const { count, leads } = await context.leadQueries.list(id_project, { within }, { page: 0, limit: shown });
  return { count, leads: leads.map(viewOf) };
};
