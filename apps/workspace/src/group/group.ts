import type { GroupView } from '@parley/contracts';

/** People who serve a department together. */
export interface Group {
  idProject: string;
  id: string;
  name: string;
  enabled: boolean;
  trashed: boolean;
  attributes: unknown;
  /** User ids. */
  members: string[];
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export function groupViewOf(group: Group): GroupView {
  return {
    _id: group.id,
    id: group.id,
    id_project: group.idProject,
    name: group.name,
    members: group.members,
    enabled: group.enabled,
    trashed: group.trashed,
    attributes: group.attributes as Record<string, unknown>,
    createdBy: group.createdBy,
    createdAt: group.createdAt.toISOString(),
    updatedAt: group.updatedAt.toISOString(),
    __v: group.version,
  };
}
