import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';
import { principalOf } from '../access/actor.ts';
import { refuseOutsider } from '../access/participation.ts';
import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { close } from './lifecycle.ts';

type CloseRequest = Operation<typeof requestApi.closeRequest, Context>;

export const closeRequest: CloseRequest = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) => {
    refuseOutsider(actor, current);
    return close(current, principalOf(actor), at, 'closeRequest', input.survey);
  });
  return answerOf(context, actor, stored);
};
