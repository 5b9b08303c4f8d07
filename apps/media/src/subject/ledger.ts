/** A lead that was erased, a project or an account that was deleted: by ids alone. */
export type LedgerEntry = { at: Date } & (
  | { projectId: string; lead: string }
  | { projectId: string }
  | { userId: string }
);

const shape = /^(\d{15})-([0-9a-f]{24})?(?:-([0-9a-f]{24}))?$/;

/** Names sort by time, and what is recorded twice has one name: `<ms>-<project>-<lead>`, `<ms>-<project>`, `<ms>--<account>`. */
export function nameOf(entry: LedgerEntry): string {
  if ('userId' in entry) return `${timeIn(entry.at)}--${entry.userId}`;
  const ofProject = `${timeIn(entry.at)}-${entry.projectId}`;
  return 'lead' in entry ? `${ofProject}-${entry.lead}` : ofProject;
}

/** The name after which entries of this time, and later ones, stand. */
export function nameBefore(at: Date): string {
  return timeIn(at);
}

/** @returns undefined for a name that is none of ours */
export function entryOf(name: string): LedgerEntry | undefined {
  const [, ms, projectId, id] = shape.exec(name) ?? [];
  const at = new Date(Number(ms));
  if (projectId) return id ? { projectId, lead: id, at } : { projectId, at };
  return id ? { userId: id, at } : undefined;
}

function timeIn(at: Date): string {
  return String(at.getTime()).padStart(15, '0');
}
