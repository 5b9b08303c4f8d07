import type { requestApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';

type CountRequests = Operation<typeof requestApi.countRequests, Context>;

export const countRequests: CountRequests = async (context, actor, input) => {
  const queries = context.requestQueries;
  if (input.conversation_quota) {
    const { open, closed, firstDay, lastDay } = await queries.countOfMonth(actor, input.id_project);
    return { open, closed, slot: { startDate: firstDay, endDate: lastDay } };
  }

  const { unassigned, assigned, bot_assigned, abandoned } = await queries.count(actor, input.id_project);
  if (input.merge_assigned) return { unassigned, assigned: assigned + bot_assigned };
  return { unassigned, assigned, bot_assigned, abandoned };
};
