import { type Actor, type DomainEvent, type FileView, fileDeleted, fileUploaded, noProject } from '@parley/contracts';

import type { FileType } from './file-type.ts';

/** The uploader of a file, for quotas and deletion rights. Ids are unique only within a project. */
export interface Principal {
  kind: Actor['kind'];
  /** 24 zeros for ordinary users. */
  projectId: string;
  id: string;
}

interface Thumbnail {
  path: string;
  size: number;
  sha256: string;
}

/** A stored file. A replaced photo is a new file at the same path. */
export interface StoredFile {
  id: string;
  /** 24 zeros: no project yet. */
  projectId: string;
  kind: 'file' | 'image' | 'asset' | 'photo';
  path: string;
  /** The uploaded name, with an extension that matches the content; the name of downloads. */
  name: string;
  class: FileType['class'];
  type: string;
  isInline: boolean;
  size: number;
  sha256: string;
  width?: number | undefined;
  height?: number | undefined;
  /** Prefix of the keys in the store. */
  objectKey: string;
  thumbnail?: Thumbnail | undefined;
  uploader: Principal;
  /** The person or bot on the photo. */
  subject?: { kind: 'user' | 'bot'; id: string } | undefined;
  /** It was accepted although the scanner was unavailable. */
  isUnscanned: boolean;
  expiresAt?: Date | undefined;
  createdBy: string;
  createdAt: Date;
  version: number;
}

/** Guests, bots and the like belong to one project, ordinary users to none. */
export function principalOf({ kind, id, projectId }: Actor): Principal {
  return { kind, id, projectId: kind === 'user' ? noProject : (projectId ?? noProject) };
}

/** The id shown in paths and in `createdBy`. */
export function publicIdOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string {
  return kind === 'bot' ? `bot_${id}` : id;
}

/** Whether a file may be served under the URLs of a project; files without a project may be served under all. */
export function isWithin({ projectId }: StoredFile, asked: string | undefined): boolean {
  return asked === undefined || projectId === asked || projectId === noProject;
}

export function isSame(one: Principal, other: Principal): boolean {
  return one.kind === other.kind && one.projectId === other.projectId && one.id === other.id;
}

/** Bytes that count against the quota of the uploader. */
export function storedBytes({ size, thumbnail }: Pick<StoredFile, 'size' | 'thumbnail'>): number {
  return size + (thumbnail?.size ?? 0);
}

export function uploaded(file: StoredFile): DomainEvent {
  return fileUploaded({ file: viewOf(file) });
}

export function deleted(file: StoredFile): DomainEvent {
  return fileDeleted({ file: viewOf({ ...file, version: file.version + 1 }) });
}

export function viewOf(file: StoredFile): FileView {
  return {
    ...{ _id: file.id, id: file.id, __v: file.version, id_project: file.projectId },
    path: file.path,
    filename: file.name,
    size: file.size,
    type: file.type,
    uploader: { kind: file.uploader.kind, id: publicIdOf(file.uploader) },
    width: file.width,
    height: file.height,
    sha256: file.sha256,
    thumbnail: file.thumbnail?.path,
    thumbnail_sha256: file.thumbnail?.sha256,
    createdAt: file.createdAt.toISOString(),
  };
}
