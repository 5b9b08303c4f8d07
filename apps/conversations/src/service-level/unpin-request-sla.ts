import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { refuseClosed } from '../participant/membership.ts';
import { unchanged } from '../request-state/change.ts';
import { answerOf } from '../request-store/answer.ts';

type UnpinRequestSla = Operation<typeof slaApi.unpinRequestSla, Context>;

export const unpinRequestSla: UnpinRequestSla = async (context, actor, { id_project, request_id }) => {
  const stored = await context.requests.update(actor, id_project, request_id, (current) => {
    refuseOutsider(actor, current);
    refuseClosed(current);
    // What is not pinned is left to its conditions already.
    return current.serviceLevels?.pinned
      ? { ...unchanged(current), slaChange: { why: 'unpinned' } }
      : unchanged(current);
  });
  return answerOf(context, actor, stored);
};
