import type { StoredFile } from './file.ts';

/** A row of `files`. */
export interface FileRow {
  idProject: string;
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

/** Every column of `files f`, by the names of `FileRow`. */
export const fileColumns = `f.id_project AS "idProject", f.id, f.kind, f.path, f.name, f.class, f.type,
  f.is_inline AS "isInline", f.size, f.sha256, f.width, f.height, f.object_key AS "objectKey", f.thumbnail,
  f.thumbnail_size AS "thumbnailSize", f.thumbnail_sha256 AS "thumbnailSha256", f.uploader_kind AS "uploaderKind",
  f.uploader_project AS "uploaderProject", f.uploader_id AS "uploaderId", f.subject_kind AS "subjectKind",
  f.subject_id AS "subjectId", f.is_unscanned AS "isUnscanned", f.expires_at AS "expiresAt",
  f.created_by AS "createdBy", f.created_at AS "createdAt", f.version`;

export function toFile(row: FileRow): StoredFile {
  const { thumbnail, thumbnailSize, thumbnailSha256, subjectKind, subjectId } = row;
  return {
    ...{ id: row.id, projectId: row.idProject, path: row.path, name: row.name, type: row.type },
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
export function toRow(file: StoredFile) {
  const { id: uploaderId, kind: uploaderKind, projectId: uploaderProject } = file.uploader;
  return {
    ...{ idProject: file.projectId, id: file.id, kind: file.kind, path: file.path, name: file.name },
    ...{ class: file.class, type: file.type, isInline: file.isInline, size: BigInt(file.size), sha256: file.sha256 },
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
