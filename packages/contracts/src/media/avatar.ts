import type { FileView } from './views.ts';

const photoPath = /^uploads\/users\/([0-9a-f]{24})\/images\/photo\.jpg$/;

/** The photo of a person or a bot. */
export interface Avatar {
  /** User id or bot id. */
  subjectId: string;
  /** Id of the file: another one for each photo that takes its place. */
  fileId: string;
  /** Of its thumbnail, relative: for ever the same bytes. Absent when nothing is known of them. */
  url?: string;
}

/** What a file is the avatar of; undefined for any other file. */
export function avatarOf({ _id, path, thumbnail, thumbnail_sha256 }: FileView): Avatar | undefined {
  const subjectId = photoPath.exec(path)?.[1];
  if (subjectId === undefined) return undefined;
  const isShown = thumbnail !== undefined && thumbnail_sha256 !== undefined;
  return {
    subjectId,
    fileId: _id,
    url: isShown ? `/v3/images?path=${thumbnail}&v=${thumbnail_sha256.slice(0, avatarDigits)}` : undefined,
  };
}

/** How much of a thumbnail's ETag its address carries. */
export const avatarDigits = 8;
