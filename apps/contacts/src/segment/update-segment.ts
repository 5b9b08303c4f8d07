import type { segmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './segment.ts';

type UpdateSegment = Operation<typeof segmentApi.updateSegment, Context>;

export const updateSegment: UpdateSegment = async (context, _actor, { id_project, segment, ...written }) => {
  const at = new Date();
  return viewOf(await context.segments.update(id_project, segment, (current) => update(current, written, at)));
};
