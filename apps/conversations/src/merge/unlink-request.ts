import type { mergeApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import { unlinkBoth } from './links.ts';

type UnlinkRequest = Operation<typeof mergeApi.unlinkRequest, Context>;

export const unlinkRequest: UnlinkRequest = async (context, actor, input) => {
  const { id_project, request_id, other_id } = input;
  const { merges } = context;

  await context.requests.updateBoth(actor, id_project, [request_id, other_id], async (one, other, at) => {
    if (!(await merges.areLinked(id_project, one.id, other.id))) return [unchanged(one), unchanged(other)];
    await merges.unlink(id_project, one.id, other.id);
    return unlinkBoth(one, other, at);
  });
  return merges.related(actor, id_project, request_id);
};
