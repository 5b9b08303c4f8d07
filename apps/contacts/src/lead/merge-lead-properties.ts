import type { leadApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { mergeObject, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type MergeLeadProperties = Operation<typeof leadApi.mergeLeadProperties, Context>;

export const mergeLeadProperties: MergeLeadProperties = async (context, actor, { id_project, lead: id, members }) => {
  await checkLeadAccess(context, actor, { projectId: id_project, id });
  const at = new Date();
  return viewOf(
    await context.leads.update(id_project, id, (current) => mergeObject(current, 'properties', members, at)),
  );
};
