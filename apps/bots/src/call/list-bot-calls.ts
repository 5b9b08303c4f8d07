import type { botApi } from '@parley/contracts';
import { nextLink } from '@parley/service-kit/database';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './call.ts';

type ListBotCalls = Operation<typeof botApi.listBotCalls, Context>;

export const listBotCalls: ListBotCalls = async (context, _actor, { id_project, bot: id, ...query }) => {
  await context.bots.get(id_project, id);
  const { calls, count, perPage, next } = await context.calls.list(id_project, id, query);
  const body = { perPage, count, calls: calls.map(viewOf) };
  return next ? answer(body, { link: nextLink(next, query) }) : body;
};
