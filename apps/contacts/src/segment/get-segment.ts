import type { segmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './segment.ts';

type GetSegment = Operation<typeof segmentApi.getSegment, Context>;

export const getSegment: GetSegment = async (context, _actor, { id_project, segment }) =>
  viewOf(await context.segments.get(id_project, segment));
