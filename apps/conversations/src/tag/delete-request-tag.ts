import type { requestTagApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { deleteTag } from './tags.ts';

type DeleteRequestTag = Operation<typeof requestTagApi.deleteRequestTag, Context>;

export const deleteRequestTag: DeleteRequestTag = async (context, actor, input) => {
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) =>
    deleteTag(current, input.tag_id, at),
  );
  return answerOf(context, actor, stored);
};
