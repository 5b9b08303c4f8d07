/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** His identifier as a visitor. */
  leadId: string;
  /** `_id`s of his requests. */
  requests: readonly string[];
  /** What is known by his identifier alone and is newer belongs to somebody who came back. */
  until: Date | null;
}

/** What stands in the place of a sender who was erased. */
export const erasedSender = 'erased';
