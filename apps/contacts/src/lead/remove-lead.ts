import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './lead.ts';

type RemoveLead = Operation<typeof leadApi.removeLead, Context>;

export const removeLead: RemoveLead = async (context, _actor, { id_project, lead: id }) => {
  await context.conversations.refuseHeld(id_project, id);
  return viewOf(await context.leads.remove(id_project, id));
};
