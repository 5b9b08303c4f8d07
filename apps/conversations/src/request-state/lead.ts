import { LeadStatus } from '@parley/contracts';

/** The lead of a request, as far as a message describes them. */
export interface LeadProfile {
  /** The lead's own id in the project (`lead_id`). */
  leadId: string;
  /** Absent when nothing is known. */
  fullname?: string | undefined;
  email?: string | undefined;
  status: LeadStatus;
}

/** Input of `EnsureLead`: a new lead gets the proposed `_id`. */
export interface WantedLead extends LeadProfile {
  proposedId: string;
}

/** A lead as contacts returns it. */
export interface LeadVersion {
  /** `_id`. */
  id: string;
  leadId: string;
  /** Its `__v`. */
  version: number;
  status: number;
  record: Record<string, unknown>;
}

/** A lead in the local read model. Version -1: proposed here and not yet confirmed by contacts. */
export interface KnownLead {
  id: string;
  version: number;
  record: Record<string, unknown>;
}

/** Whether a message has details of a lead that contacts lacks. */
export function hasNewDetails({ record }: KnownLead, { fullname, email, status }: LeadProfile): boolean {
  const { status: known = LeadStatus.normal } = record;
  // The status only rises: from temporary, or out of the trash.
  const rises = status === LeadStatus.normal && known !== LeadStatus.normal;
  const differs = (sent: string | undefined, stored: unknown) => sent !== undefined && sent !== stored;
  return rises || differs(fullname, record.fullname) || differs(email, record.email);
}

/** The record of a known lead with the details of a message merged in. */
export function updatedLeadRecord(
  { record }: KnownLead,
  { fullname, email, status }: LeadProfile,
): Record<string, unknown> {
  const rises = status === LeadStatus.normal;
  return { ...record, ...(fullname && { fullname }), ...(email && { email }), ...(rises && { status }) };
}

/** The record of a lead that contacts has not confirmed yet, without its times. */
export function proposedRecord(projectId: string, wanted: WantedLead) {
  const { leadId, proposedId, fullname, email, status } = wanted;
  return {
    _id: proposedId,
    id: proposedId,
    __v: 0,
    id_project: projectId,
    lead_id: leadId,
    fullname: fullname ?? 'Guest',
    ...(email && { email }),
    attributes: {},
    status,
    createdBy: 'system',
  };
}
