/** An erasure, as the ledger knows it: by ids alone. */
export interface LedgerEntry {
  projectId: string;
  /** `_id` of the lead. */
  lead: string;
  /** When the erasure began. */
  at: Date;
}

const shape = /^(\d{15})-([0-9a-f]{24})-([0-9a-f]{24})$/;

/** Names sort by time, and a repeated erasure has the name that it had. */
export function nameOf({ projectId, lead, at }: LedgerEntry): string {
  return `${timeIn(at)}-${projectId}-${lead}`;
}

/** The name after which entries of this time, and later ones, stand. */
export function nameBefore(at: Date): string {
  return timeIn(at);
}

/** @returns undefined for a name that is none of ours */
export function entryOf(name: string): LedgerEntry | undefined {
  const [, ms, projectId, lead] = shape.exec(name) ?? [];
  return projectId && lead ? { projectId, lead, at: new Date(Number(ms)) } : undefined;
}

function timeIn(at: Date): string {
  return String(at.getTime()).padStart(15, '0');
}
