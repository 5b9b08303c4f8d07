import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';
import { viewPage } from './request-page.ts';

type ListMyRequests = Operation<typeof requestApi.listMyRequests, Context>;

export const listMyRequests: ListMyRequests = async (context, actor, input) => {
  const page = await context.requestQueries.listOwn(actor, input.id_project, input);

  return linkNext(viewPage(page, actor, input.no_populate), page.next, input);
};
