import { LeadStatus } from '@parley/contracts';

/** Whom a request is about, as far as a message tells. */
export interface LeadProfile {
  /** The person's own id in the project. */
  leadId: string;
  /** Absent when nothing is known. */
  fullname?: string | undefined;
  email?: string | undefined;
  status: LeadStatus;
}

/** What contacts is asked for: a new lead gets the proposed `_id`. */
export interface WantedLead extends LeadProfile {
  proposedId: string;
}

/** A lead as contacts knows it. */
export interface LeadVersion {
  /** `_id`. */
  id: string;
  leadId: string;
  /** Its `__v`. */
  version: number;
  status: number;
  record: Record<string, unknown>;
}

/** A lead as the local copy knows it. Version -1: proposed here, contacts has not answered yet. */
export interface KnownLead {
  id: string;
  version: number;
  record: Record<string, unknown>;
}

/** Whether a message tells contacts something of a lead that it does not know. */
export function isNews({ record }: KnownLead, { fullname, email, status }: LeadProfile): boolean {
  const { status: known = LeadStatus.normal } = record;
  // A lead only rises: from temporary, or out of the trash.
  const rises = status === LeadStatus.normal && known !== LeadStatus.normal;
  const differs = (told: string | undefined, stored: unknown) => told !== undefined && told !== stored;
  return rises || differs(fullname, record.fullname) || differs(email, record.email);
}

/** The record of a known lead with what a message tells of him. */
export function toldRecord({ record }: KnownLead, { fullname, email, status }: LeadProfile): Record<string, unknown> {
  const rises = status === LeadStatus.normal;
  return { ...record, ...(fullname && { fullname }), ...(email && { email }), ...(rises && { status }) };
}

/** A lead whom contacts has not confirmed yet. */
export function proposedRecord(projectId: string, wanted: WantedLead, at: Date) {
  const { leadId, proposedId, fullname, email, status } = wanted;
  const time = at.toISOString();
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
    createdAt: time,
    updatedAt: time,
  };
}
