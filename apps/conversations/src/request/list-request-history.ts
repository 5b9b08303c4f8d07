import type { requestApi } from '@parley/contracts';
import { type Operation, withNext } from '@parley/service-kit';

import type { Context } from '../context.ts';

type ListRequestHistory = Operation<typeof requestApi.listRequestHistory, Context>;

export const listRequestHistory: ListRequestHistory = async (context, actor, input) => {
  const { entries, next } = await context.historyQueries.list(actor, input.id_project, input.request_id, input);

  return withNext(entries, next);
};
