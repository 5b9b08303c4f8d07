import type { requestTagApi } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { addTags } from './tags.ts';

type AddRequestTags = Operation<typeof requestTagApi.addRequestTags, Context>;

export const addRequestTags: AddRequestTags = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) =>
    addTags(current, input.items, { at, newId }),
  );
  return answerOf(context, actor, stored);
};
