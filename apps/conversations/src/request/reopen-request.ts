import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { unchanged } from '../request-state/change.ts';
import type { SupportRequest } from '../request-state/request.ts';
import { answerOf } from '../request-store/answer.ts';
import type { Decide } from '../request-store/request.repository.ts';
import { noNeeds, reopeningNeeds } from './facts.ts';
import { isReopenable, reopen } from './lifecycle.ts';

type ReopenRequest = Operation<typeof requestApi.reopenRequest, Context>;

export const reopenRequest: ReopenRequest = async (context, actor, input) => {
  const { id_project, request_id } = input;
  const decide: Decide = (current, facts) =>
    isReopenable(current) ? reopen(current, facts.reopening(current)) : unchanged(current);
  const needs = (current: SupportRequest) => (isReopenable(current) ? reopeningNeeds(current) : noNeeds);
  const stored = await context.requests.update(actor, id_project, request_id, decide, { needs });
  return answerOf(context, actor, stored);
};
