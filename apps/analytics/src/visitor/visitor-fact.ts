import type { TeammateView } from '@parley/contracts';

/** What counts of a membership, as of one of its versions. */
export interface VisitorFact {
  projectId: string;
  id: string;
  version: number;
  isCounted: boolean;
  createdAt: Date;
  recordedAt: Date;
}

/** By role: teammates of the team are in no figure. */
export function isVisitor({ role }: Pick<TeammateView, 'role'>): boolean {
  return role === 'guest' || role === 'user';
}

/**
 * A visitor's membership, which counts unless it was removed. Source: contract 40 section 1.1.
 * @param version of the event: it is newer than the record's own where the record is gone
 */
export function factOf(teammate: TeammateView, version: number, recordedAt: Date, isRemoved: boolean): VisitorFact {
  const { id_project, _id, __v, trashed, createdAt } = teammate;
  return {
    ...{ projectId: id_project, id: _id, version: Math.max(__v, version), recordedAt },
    isCounted: isVisitor(teammate) && !trashed && !isRemoved,
    createdAt: new Date(createdAt),
  };
}
