import type { slaApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { refuseClosed } from '../participant/membership.ts';
import { unchanged } from '../request-state/change.ts';
import { answerOf } from '../request-store/answer.ts';

type PinRequestSla = Operation<typeof slaApi.pinRequestSla, Context>;

export const pinRequestSla: PinRequestSla = async (context, actor, { id_project, request_id, policy }) => {
  await context.requestQueries.get(actor, id_project, request_id);
  if (policy !== null) await context.policies.get(id_project, policy);
  const stored = await context.requests.update(actor, id_project, request_id, (current) => {
    refuseOutsider(actor, current);
    refuseClosed(current);
    return { ...unchanged(current), slaChange: { why: 'pinned', pin: policy } };
  });
  return answerOf(context, actor, stored);
};
