/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** His own id, as the lead had it before the erasure. */
  leadId: string;
  /** `_id`s of his requests. */
  requests: readonly string[];
  /** What goes by his own id alone and is newer is of somebody who came back. */
  until: Date;
}

/** Stands in the events of an erasure: they hold nothing of the person. */
export const erasureComment = 'eraseSubject';

/** In place of the id by which he was known as requester and sender. */
export function anonymOf({ lead }: Subject): string {
  return `erased-${lead}`;
}
