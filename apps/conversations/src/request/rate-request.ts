import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { rate } from './rating.ts';

type RateRequest = Operation<typeof requestApi.rateRequest, Context>;

export const rateRequest: RateRequest = async (context, actor, input) => {
  const { id_project, request_id, rating, rating_message } = input;
  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    rate(current, rating, rating_message, at),
  );
  return answerOf(context, actor, stored);
};
