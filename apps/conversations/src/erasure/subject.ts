/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** The person's own id, as the lead had it before the erasure. */
  leadId: string;
  /** `_id`s of the person's requests. */
  requests: readonly string[];
  /** Newer records that match by the person's own id alone belong to a new visit and stay. */
  until: Date;
}

/** Marks the events of an erasure: they carry nothing of the person. */
export const erasureComment = 'eraseSubject';

/** Replaces the person's id as requester and sender. */
export function anonymOf({ lead }: Subject): string {
  return `erased-${lead}`;
}
