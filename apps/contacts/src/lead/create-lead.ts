import type { leadApi } from '@parley/contracts';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ensureNewLead } from './ensure-new-lead.ts';
import { viewOf } from './lead.ts';

type CreateLead = Operation<typeof leadApi.createLead, Context>;

export const createLead: CreateLead = async (context, actor, { id_project, on_conflict, ...sent }) => {
  const { lead, outcome } = await ensureNewLead(context, actor, id_project, sent, on_conflict);
  return answer(viewOf(lead), { 'parley-outcome': outcome });
};
