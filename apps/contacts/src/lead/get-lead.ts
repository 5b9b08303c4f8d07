import { type leadApi, leadErrors } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type GetLead = Operation<typeof leadApi.getLead, Context>;

export const getLead: GetLead = async (context, actor, { id_project, lead: id }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const lead = await context.leads.find(id_project, id);
  if (!lead) throw leadErrors.lead_not_found();
  return viewOf(lead);
};
