import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type UpdateLead = Operation<typeof leadApi.updateLead, Context>;

export const updateLead: UpdateLead = async (context, actor, { id_project, lead: id, ...written }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const at = new Date();
  return viewOf(await context.leads.update(id_project, id, (current) => update(current, written, at)));
};
