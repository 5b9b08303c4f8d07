import type { requestApi } from '@parley/contracts';
import { answer, type Operation, rendered } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { linkNext } from './link-next.ts';

type ListRequests = Operation<typeof requestApi.listRequests, Context>;

export const listRequests: ListRequests = async (context, actor, input) => {
  const cursor = await context.feed.cursorHeader(input.id_project);
  const page = await context.renderedRequests.list(actor, input.id_project, input);

  return linkNext(answer(rendered(page.text), cursor), page.next, input);
};
