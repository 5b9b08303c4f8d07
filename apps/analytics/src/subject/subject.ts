/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** Their identifier as a visitor. */
  leadId: string;
  /** `_id`s of their requests. */
  requests: readonly string[];
  /** Later data under the same identifier belongs to a returning visitor. */
  until: Date | null;
}

/** Placeholder of an erased sender. */
export const erasedSender = 'erased';
