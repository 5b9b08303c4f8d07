import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { trash, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type DeleteLead = Operation<typeof leadApi.deleteLead, Context>;

export const deleteLead: DeleteLead = async (context, actor, { id_project, lead: id }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const at = new Date();
  return viewOf(await context.leads.update(id_project, id, (current) => trash(current, at)));
};
