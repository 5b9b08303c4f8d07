import { LeadStatus } from '@parley/contracts';

import { type Lead, viewOf } from './lead.ts';

/** A lead as other services are told of it. */
export function messageOf(lead: Lead) {
  const { id, leadId, status, version } = lead;
  return { id, leadId, status, version, recordJson: JSON.stringify(viewOf(lead)) };
}

/** The last version there is: nothing that is told of him later replaces it. */
const maxVersion = 2_147_483_647;

/** One that was erased. */
export function erasedMessage(id: string, leadId: string) {
  return { id, leadId, status: LeadStatus.trashed, version: maxVersion, recordJson: JSON.stringify({ _id: id, id }) };
}
