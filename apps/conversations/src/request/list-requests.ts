import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';
import { viewPage } from './request-page.ts';

type ListRequests = Operation<typeof requestApi.listRequests, Context>;

export const listRequests: ListRequests = async (context, actor, input) => {
  const page = await context.requestQueries.list(actor, input.id_project, input);

  return linkNext(viewPage(page, actor, input.no_populate), page.next, input);
};
