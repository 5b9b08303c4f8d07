/** The person behind a lead. */
export interface Subject {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** The person's id: `uuid_user` of the membership. */
  leadId: string;
  /** Newer records belong to a person who returned under the same id. */
  until: Date;
}

/** Number of records of each kind. */
export type Counts = Record<string, number>;

/** Replaces the person's id in what remains. */
export function pseudonymOf({ lead }: Subject): string {
  return `erased-${lead}`;
}
