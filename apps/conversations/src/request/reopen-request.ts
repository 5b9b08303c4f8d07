import { RequestStatus, type requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import { answerOf } from '../request-store/answer.ts';
import { reopen } from './lifecycle.ts';

type ReopenRequest = Operation<typeof requestApi.reopenRequest, Context>;

export const reopenRequest: ReopenRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, facts) => {
    const { status } = current;
    if (status === RequestStatus.unserved || status === RequestStatus.served) return unchanged(current);
    return reopen(current, facts.reopening(current));
  });
  return answerOf(context, actor, stored);
};
