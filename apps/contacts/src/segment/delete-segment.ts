import type { segmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { remove, viewOf } from './segment.ts';

type DeleteSegment = Operation<typeof segmentApi.deleteSegment, Context>;

export const deleteSegment: DeleteSegment = async (context, _actor, { id_project, segment }) => {
  const at = new Date();
  return viewOf(await context.segments.remove(id_project, segment, (current) => remove(current, at)), 0);
};
