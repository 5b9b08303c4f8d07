import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';

type ListRequestHistory = Operation<typeof requestApi.listRequestHistory, Context>;

export const listRequestHistory: ListRequestHistory = async (context, actor, input) => {
  const { entries, next } = await context.historyQueries.list(actor, input.id_project, input.request_id, input);

  return linkNext(entries, next, input);
};
