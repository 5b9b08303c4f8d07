import type { segmentApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { created, type Segment, viewOf } from './segment.ts';

type CreateSegment = Operation<typeof segmentApi.createSegment, Context>;

export const createSegment: CreateSegment = async (context, actor, { id_project, name, match, filters }) => {
  const at = new Date();
  const segment: Segment = {
    ...{ id: newId(at), projectId: id_project, name, match, filters },
    ...{ createdBy: actor.id, createdAt: at, updatedAt: at, version: 0 },
  };
  return viewOf(await context.segments.insert(segment, created(segment)));
};
