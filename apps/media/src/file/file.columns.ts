import { recordTable } from '@parley/service-kit/database';

import type { StoredFile } from './file.ts';

/** A row of `files`. */
export interface FileRow {
  projectId: string;
  id: string;
  kind: string;
  path: string;
  name: string;
  class: string;
  type: string;
  isInline: boolean;
  size: number;
  sha256: string;
  width: number | null;
  height: number | null;
  objectKey: string;
  thumbnail: string | null;
  thumbnailSize: number | null;
  thumbnailSha256: string | null;
  uploaderKind: string;
  uploaderProject: string;
  uploaderId: string;
  subjectKind: string | null;
  subjectId: string | null;
  isUnscanned: boolean;
  expiresAt: Date | null;
  createdBy: string;
  createdAt: Date;
  version: number;
}

/** `files f`, by the names of `FileRow`. */
export const files = recordTable<FileRow>('files', 'f', {
  projectId: 'id_project',
  id: 'id',
  kind: 'kind',
  path: 'path',
  name: 'name',
  class: 'class',
  type: 'type',
  isInline: 'is_inline',
  size: 'size',
  sha256: 'sha256',
  width: 'width',
  height: 'height',
  objectKey: 'object_key',
  thumbnail: 'thumbnail',
  thumbnailSize: 'thumbnail_size',
  thumbnailSha256: 'thumbnail_sha256',
  uploaderKind: 'uploader_kind',
  uploaderProject: 'uploader_project',
  uploaderId: 'uploader_id',
  subjectKind: 'subject_kind',
  subjectId: 'subject_id',
  isUnscanned: 'is_unscanned',
  expiresAt: 'expires_at',
  createdBy: 'created_by',
  createdAt: 'created_at',
  version: 'version',
});

export const fileColumns = files.columns;

export function toFile(row: FileRow): StoredFile {
  const { thumbnail, thumbnailSize, thumbnailSha256, subjectKind, subjectId } = row;
  return {
    ...{ id: row.id, projectId: row.projectId, path: row.path, name: row.name, type: row.type },
    ...{ kind: row.kind as StoredFile['kind'], class: row.class as StoredFile['class'], isInline: row.isInline },
    ...{ size: row.size, sha256: row.sha256, width: row.width ?? undefined, height: row.height ?? undefined },
    objectKey: row.objectKey,
    thumbnail:
      thumbnail === null ? undefined : { path: thumbnail, size: thumbnailSize ?? 0, sha256: thumbnailSha256 ?? '' },
    uploader: { kind: row.uploaderKind as 'user', projectId: row.uploaderProject, id: row.uploaderId },
    subject: subjectKind === null ? undefined : { kind: subjectKind as 'user', id: subjectId ?? '' },
    ...{ isUnscanned: row.isUnscanned, expiresAt: row.expiresAt ?? undefined },
    ...{ createdBy: row.createdBy, createdAt: row.createdAt, version: row.version },
  };
}

/** Converts a file to a row. */
export function toRow(file: StoredFile): FileRow {
  const { id: uploaderId, kind: uploaderKind, projectId: uploaderProject } = file.uploader;
  return {
    ...{ projectId: file.projectId, id: file.id, kind: file.kind, path: file.path, name: file.name },
    ...{ class: file.class, type: file.type, isInline: file.isInline, size: file.size, sha256: file.sha256 },
    ...{ width: file.width ?? null, height: file.height ?? null, objectKey: file.objectKey },
    thumbnail: file.thumbnail?.path ?? null,
    thumbnailSize: file.thumbnail?.size ?? null,
    thumbnailSha256: file.thumbnail?.sha256 ?? null,
    ...{ uploaderId, uploaderKind, uploaderProject },
    ...{ subjectKind: file.subject?.kind ?? null, subjectId: file.subject?.id ?? null },
    ...{ isUnscanned: file.isUnscanned, expiresAt: file.expiresAt ?? null },
    ...{ createdBy: file.createdBy, createdAt: file.createdAt, version: file.version },
  };
}
