import type { mergeApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { answerOf } from '../request-store/answer.ts';
import { unmerge } from './merge.ts';

type UnmergeRequest = Operation<typeof mergeApi.unmergeRequest, Context>;

export const unmergeRequest: UnmergeRequest = async (context, actor, { id_project, request_id }) => {
  const stored = await context.requests.update(actor, id_project, request_id, (current, { at }) =>
    unmerge(current, at),
  );
  return answerOf(context, actor, stored);
};
