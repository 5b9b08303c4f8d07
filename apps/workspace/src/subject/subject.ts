/** The person a lead stands for. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** His own id: the `uuid_user` of his membership. */
  leadId: string;
  /** What is newer is of somebody who came back under the same id. */
  until: Date;
}

/** How many of each kind. */
export type Counts = Record<string, number>;

/** In place of the id by which he was known. */
export function pseudonymOf({ lead }: Subject): string {
  return `erased-${lead}`;
}
