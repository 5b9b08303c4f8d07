import type { EventEnvelope, LeadRecordView } from '@parley/contracts';

import type { Context } from '../context.ts';

/** Keeps the read model of leads. */
export function keepLead(context: Context, event: EventEnvelope<{ lead: LeadRecordView }>): Promise<void> {
  const record = event.data.lead;
  const copy = { projectId: event.idproject, id: record._id, leadId: record.lead_id, record };
  return context.leadCopies.keep({ ...copy, version: event.aggregateversion, deleted: false });
}

type Gone = EventEnvelope<{ lead: LeadRecordView | { _id: string }; mode: string }>;

/** A lead in the trash keeps its record; of an erased one only the `_id` stays. */
export function forgetLead(context: Context, event: Gone): Promise<void> {
  const { lead, mode } = event.data;
  const own = mode === 'trash' && 'lead_id' in lead && typeof lead.lead_id === 'string' ? lead.lead_id : lead._id;
  const record = mode === 'erased' ? { _id: lead._id } : lead;
  const copy = { projectId: event.idproject, id: lead._id, leadId: own, record };
  return context.leadCopies.keep({ ...copy, version: event.aggregateversion, deleted: true });
}
