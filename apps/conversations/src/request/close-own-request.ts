import { type requestApi, requestErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { close } from './lifecycle.ts';

type CloseOwnRequest = Operation<typeof requestApi.closeOwnRequest, Context>;

export const closeOwnRequest: CloseOwnRequest = async (context, actor, input) => {
  const requester = principalOf(actor);
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) => {
    if (current.requester !== requester) throw requestErrors.request_not_found();
    return close(current, requester, at, 'closeOwnRequest');
  });
  return answerOf(context, actor, stored);
};
