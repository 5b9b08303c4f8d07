import type { requestEditApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { withoutServerKeys } from '../request-state/message.ts';
import { answerOf } from '../request-store/answer.ts';
import { mergeAttributes } from './edit.ts';

type UpdateRequestAttributes = Operation<typeof requestEditApi.updateRequestAttributes, Context>;

export const updateRequestAttributes: UpdateRequestAttributes = async (context, actor, input) => {
  const sent = withoutServerKeys(input.attributes);
  const stored = await context.requests.update(actor, input.id_project, input.request_id, (current, { at }) =>
    mergeAttributes(current, sent, at),
  );
  return answerOf(context, actor, stored);
};
