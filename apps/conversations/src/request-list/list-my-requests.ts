import type { requestApi } from '@parley/contracts';
import { answer, type Operation, rendered } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';

type ListMyRequests = Operation<typeof requestApi.listMyRequests, Context>;

export const listMyRequests: ListMyRequests = async (context, actor, input) => {
  const cursor = await context.feed.cursorHeader(input.id_project);
  const page = await context.renderedRequests.list(actor, input.id_project, input, true);

  return linkNext(answer(rendered(page.text), cursor), page.next, input);
};
