import {
  type AppError,
  bodyFaults,
  type FieldFault,
  type leadApi,
  NewLead,
  type NewLeadResultView,
  validationFailed,
} from '@parley/contracts';
import { type Operation, runBatch } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { ensureNewLead } from './ensure-new-lead.ts';

type CreateLeads = Operation<typeof leadApi.createLeads, Context>;

export const createLeads: CreateLeads = async (context, actor, { id_project, on_conflict, items }) => {
  const results = await runBatch<unknown, NewLeadResultView>(context, {
    items,
    idOf: (_, index) => String(index),
    orderBy: leadIdOf,
    run: async (sent, index) => {
      const { data, error } = NewLead.safeParse(sent);
      if (error) throw validationFailed(bodyFaults(error));
      const { lead, outcome } = await ensureNewLead(context, actor, id_project, data, on_conflict);
      return { index, outcome, _id: lead.id };
    },
    refused: (error, _, index) => ({ index, outcome: 'failed', ...failureOf(error) }),
  });
  return { results };
};

/** What is no lead at all has no id either. */
function leadIdOf(sent: unknown): string | undefined {
  const leadId: unknown = Reflect.get(Object(sent), 'lead_id');
  return typeof leadId === 'string' ? leadId : undefined;
}

function failureOf({ code, details }: AppError): Omit<NewLeadResultView, 'index' | 'outcome'> {
  const { conflict, errors } = details as { conflict?: string; errors?: FieldFault[] };
  return {
    code,
    ...(conflict !== undefined && { _id: conflict }),
    ...(errors && { errors: errors.map(({ param, location, msg }) => ({ param, location, msg })) }),
  };
}
