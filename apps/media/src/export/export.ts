import type { ExportFailure, ExportInEvent, ExportStatus, ExportView } from '@parley/contracts';

/** An export of a project, from its request until it is forgotten. */
export interface ProjectExport {
  projectId: string;
  id: string;
  status: ExportStatus;
  includeFiles: boolean;
  progress: ExportView['progress'];
  /** Bytes of the parts. */
  size: number;
  parts: number;
  asOf: Record<string, string>;
  error: ExportFailure | null;
  /** How often it was begun: distinguishes a run from one that lost its lease. */
  attempts: number;
  dueAt: Date;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  expiresAt: Date | null;
  version: number;
}

/** A tar of some files of the archive. */
export interface ExportPart {
  name: string;
  objectKey: string;
  size: number;
  sha256: string;
}

export function newExport(
  about: Pick<ProjectExport, 'projectId' | 'id' | 'includeFiles' | 'createdBy'>,
  at: Date,
): ProjectExport {
  return {
    ...about,
    ...{ status: 'running', progress: {}, size: 0, parts: 0, asOf: {}, error: null, attempts: 0, version: 0 },
    ...{ dueAt: at, createdAt: at, updatedAt: at, finishedAt: null, expiresAt: null },
  };
}

export function viewOf(one: ProjectExport): ExportView {
  return {
    ...{ _id: one.id, id: one.id, id_project: one.projectId, __v: one.version },
    ...{ status: one.status, include_files: one.includeFiles, progress: one.progress, size: one.size },
    ...{ parts: one.parts, asOf: one.asOf, error: one.error ?? undefined, createdBy: one.createdBy },
    createdAt: one.createdAt.toISOString(),
    updatedAt: one.updatedAt.toISOString(),
    finishedAt: one.finishedAt?.toISOString(),
    expiresAt: one.expiresAt?.toISOString(),
  };
}

export function inEvent({
  id,
  projectId,
  includeFiles,
  size,
  parts,
  createdBy,
  createdAt,
}: ProjectExport): ExportInEvent {
  return {
    ...{ _id: id, id_project: projectId, include_files: includeFiles, size, parts, createdBy },
    createdAt: createdAt.toISOString(),
  };
}
