import { randomUUID } from 'node:crypto';

import { newId } from '@parley/service-kit/call';

import { principalOf, publicIdOf, type StoredFile } from '../file/file.ts';
import { folderOf, type Place, photoName, thumbnailPrefix } from '../file/file-path.ts';
import { keyOf } from '../storage/storage.ts';
import type { InspectedUpload } from './inspect.ts';
import type { Ready, ReadyImage } from './prepare-image.ts';
import type { FileSpec } from './upload-spec.ts';

/** A file to be stored. */
export interface NewFile {
  file: StoredFile;
  /** Its bytes and those of its thumbnail on the disk, with their keys. */
  bytes: (Ready & { key: string })[];
}

/** Builds the file of an upload: path, keys and owner. */
export function newFile(
  spec: FileSpec,
  inspected: InspectedUpload,
  { original, thumbnail }: Partial<ReadyImage> & { original: Ready },
): NewFile {
  const at = new Date();
  const { uploader, projectId, kind, photo } = spec;
  const { type, name, isUnscanned } = inspected;
  const id = newId(at);
  const objectKey = `${projectId}/${id}`;
  const folder = folderOf(placeOf(spec));
  const fileName = photo ? photoName : inspected.storedName;
  const file: StoredFile = {
    ...{ id, projectId, kind, path: folder + fileName, name, class: type.class, isInline: type.isInline },
    ...{ type: original.mime ?? type.mime, size: original.size, sha256: original.sha256 },
    ...{ width: original.width, height: original.height, objectKey },
    thumbnail: thumbnail && {
      ...{ path: folder + thumbnailPrefix + fileName, size: thumbnail.size, sha256: thumbnail.sha256 },
    },
    ...{ uploader: principalOf(uploader), subject: photo?.subject, isUnscanned, expiresAt: spec.expiresAt },
    ...{ createdBy: publicIdOf(uploader), createdAt: at, version: 0 },
  };
  const bytes = [{ ...original, key: keyOf(objectKey, 'o') }];
  if (thumbnail) bytes.push({ ...thumbnail, key: keyOf(objectKey, 't') });
  return { file, bytes };
}

/** Random for every upload, so that a path reveals no other. */
function placeOf({ photo, kind, projectId, uploader, uuid = randomUUID() }: FileSpec): Place {
  if (photo) return { folder: 'photo', id: photo.subject.id };
  if (kind === 'asset') return { folder: 'assets', projectId, uuid };
  return { folder: kind === 'image' ? 'images' : 'files', userId: publicIdOf(uploader), uuid };
}
