import type { requestApi } from '@parley/contracts';
import { type Operation, rendered } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';

type ListMyRequests = Operation<typeof requestApi.listMyRequests, Context>;

export const listMyRequests: ListMyRequests = async (context, actor, input) => {
  const page = await context.renderedRequests.list(actor, input.id_project, input, true);

  return linkNext(rendered(page.text), page.next, input);
};
