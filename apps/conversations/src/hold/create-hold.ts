import { leadErrors, type retentionApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import { principalOf } from '../access/actor.ts';
import type { Context } from '../context.ts';

type CreateHold = Operation<typeof retentionApi.createHold, Context>;

export const createHold: CreateHold = async (context, actor, { id_project, kind, record, reason }) => {
  if (kind === 'lead' && !(await context.leads.get(id_project, record))) throw leadErrors.lead_not_found();
  return context.holds.create(id_project, { kind, record, reason, createdBy: principalOf(actor) });
};
