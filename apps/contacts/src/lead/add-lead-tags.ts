import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { addTags, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type AddLeadTags = Operation<typeof leadApi.addLeadTags, Context>;

export const addLeadTags: AddLeadTags = async (context, actor, { id_project, lead: id, items }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const at = new Date();
  return viewOf(await context.leads.update(id_project, id, (current) => addTags(current, items, at)));
};
