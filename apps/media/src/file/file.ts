import { type Actor, type DomainEvent, type FileView, fileDeleted, fileUploaded, noProject } from '@parley/contracts';

import type { FileType } from './file-type.ts';

/** Who stored a file, as quotas count and deletions judge: ids of two projects may be equal. */
export interface Principal {
  kind: Actor['kind'];
  /** Of ordinary users: 24 zeros. */
  projectId: string;
  id: string;
}

interface Thumbnail {
  path: string;
  size: number;
  sha256: string;
}

/** A stored file. A photo that takes the place of another is a new one at the same path. */
export interface StoredFile {
  id: string;
  /** 24 zeros: of none yet. */
  projectId: string;
  kind: 'file' | 'image' | 'asset' | 'photo';
  path: string;
  /** As it was sent, with the extension that belongs to its content: how downloads are called. */
  name: string;
  class: FileType['class'];
  type: string;
  isInline: boolean;
  size: number;
  sha256: string;
  width?: number | undefined;
  height?: number | undefined;
  /** First part of the keys in the store. */
  objectKey: string;
  thumbnail?: Thumbnail | undefined;
  uploader: Principal;
  /** Whose photo it is. */
  subject?: { kind: 'user' | 'bot'; id: string } | undefined;
  /** It was let pass because nothing could scan it. */
  isUnscanned: boolean;
  expiresAt?: Date | undefined;
  createdBy: string;
  createdAt: Date;
  version: number;
}

/** Bound principals live in one project, ordinary users in none. */
export function principalOf({ kind, id, projectId }: Actor): Principal {
  return { kind, id, projectId: kind === 'user' ? noProject : (projectId ?? noProject) };
}

/** The id that stands in paths and in `createdBy`. */
export function publicIdOf({ kind, id }: Pick<Principal, 'kind' | 'id'>): string {
  return kind === 'bot' ? `bot_${id}` : id;
}

/** Whether the addresses of this project lead to the file: of none yet, those of all do. */
export function isWithin({ projectId }: StoredFile, asked: string | undefined): boolean {
  return asked === undefined || projectId === asked || projectId === noProject;
}

export function isSame(one: Principal, other: Principal): boolean {
  return one.kind === other.kind && one.projectId === other.projectId && one.id === other.id;
}

/** What a file takes of its uploader's quota. */
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
    createdAt: file.createdAt.toISOString(),
  };
}
