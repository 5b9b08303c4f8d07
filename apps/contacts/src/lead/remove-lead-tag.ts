import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { removeTag, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type RemoveLeadTag = Operation<typeof leadApi.removeLeadTag, Context>;

export const removeLeadTag: RemoveLeadTag = async (context, actor, { id_project, lead: id, tag }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const at = new Date();
  return viewOf(await context.leads.update(id_project, id, (current) => removeTag(current, tag, at)));
};
