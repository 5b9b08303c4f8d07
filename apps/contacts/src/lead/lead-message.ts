import { type Lead, viewOf } from './lead.ts';

/** A lead as other services are told of it. */
export function messageOf(lead: Lead) {
  const { id, leadId, status, version } = lead;
  return { id, leadId, status, version, recordJson: JSON.stringify(viewOf(lead)) };
}
