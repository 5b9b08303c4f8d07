import type { scheduleApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewScheduled } from './scheduled.view.ts';

type ListScheduledMessages = Operation<typeof scheduleApi.listScheduledMessages, Context>;

export const listScheduledMessages: ListScheduledMessages = async (context, actor, input) => {
  const { id_project, request_id, state } = input;
  const { request } = await context.requestQueries.get(actor, id_project, request_id);
  const found = await context.scheduledMessages.list(id_project, request.id, state);
  return { perPage: 100, count: found.length, scheduled: found.map((one) => viewScheduled(input, one)) };
};
