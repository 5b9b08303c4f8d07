import { randomUUID } from 'node:crypto';

import { type AppError, type FieldFault, type leadApi, leadErrors } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { answer, type Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { created, type Lead, mergeCreate, newLead, viewOf } from './lead.ts';
import { checkLeadAccess } from './lead-access.ts';

type CreateLead = Operation<typeof leadApi.createLead, Context>;

export const createLead: CreateLead = async (context, actor, input) => {
  const { id_project: projectId, lead_id: leadId = randomUUID(), on_conflict, ...written } = input;
  const at = new Date();
  const lead = newLead({ id: newId(at), projectId, leadId, createdBy: actor.id, createdAt: at }, written);
  await checkLeadAccess(context, actor, { projectId, leadId });

  const merge = on_conflict === 'merge' ? (current: Lead) => mergeCreate(current, written, at) : undefined;
  const ensured = await context.leads.ensure(lead, created(lead, 'api'), merge);
  if (ensured.outcome === 'returned' && on_conflict === 'error') throw taken(ensured.lead);
  return answer(viewOf(ensured.lead), { 'parley-outcome': ensured.outcome });
};

function taken({ id, leadId, status }: Lead): AppError {
  const fault: FieldFault = { param: 'lead_id', location: 'body', msg: 'Is taken', value: leadId };
  return leadErrors.lead_exists({
    conflict: id,
    ...(status === 1000 && { conflictStatus: status }),
    errors: [fault],
  });
}
