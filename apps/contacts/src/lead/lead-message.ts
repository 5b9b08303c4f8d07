import { LeadStatus } from '@parley/contracts';

import { type Lead, viewOf } from './lead.ts';

/** The gRPC message of a lead. */
export function messageOf(lead: Lead) {
  const { id, leadId, status, version } = lead;
  return { id, leadId, status, version, recordJson: JSON.stringify(viewOf(lead)) };
}

/** The highest version, so that no late update replaces the message. */
const maxVersion = 2_147_483_647;

/** The message of an erased lead. */
export function erasedMessage(id: string, leadId: string) {
  return { id, leadId, status: LeadStatus.trashed, version: maxVersion, recordJson: JSON.stringify({ _id: id, id }) };
}
