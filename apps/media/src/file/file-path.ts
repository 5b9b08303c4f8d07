/** Prefix of the name of a thumbnail, in the folder of its image. Clients build it themselves. */
export const thumbnailPrefix = 'thumbnails_200_200-';
export const photoName = 'photo.jpg';

/** Where a file stands among paths. */
export type Place =
  | { folder: 'files' | 'images'; userId: string; uuid: string }
  | { folder: 'assets'; projectId: string; uuid: string }
  | { folder: 'photo'; id: string };

/** Folder of a file's path; its name comes after it. */
export function folderOf(place: Place): string {
  if (place.folder === 'assets') return `uploads/projects/${place.projectId}/files/${place.uuid}/`;
  if (place.folder === 'photo') return `uploads/users/${place.id}/images/`;
  return `uploads/users/${userSegment(place.userId)}/${place.folder}/${place.uuid}/`;
}

/** A principal's id as a segment; of different ids it may be the same, which tells nobody whose a file is. */
function userSegment(id: string): string {
  return id.replace(/[^A-Za-z0-9._@-]/gu, '_').replace(/^\./, '_') || '_';
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const name = '[^\\s\\p{Cc}/\\\\:*?"<>|%#&+]{1,240}';
const shapes = [
  new RegExp(`^uploads/users/[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,254}/(?:files|images)/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/projects/[0-9a-f]{24}/files/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/users/[0-9a-f]{24}/images/(?:${thumbnailPrefix})?photo\\.jpg$`),
];

const maxDecodings = 3;

/**
 * A path as a client may have sent it: plain, or encoded up to three times more than its query was.
 * @returns undefined for anything that is no path of ours; nothing is normalised
 */
export function readPath(sent: string): string | undefined {
  let path = sent;
  for (let round = 0; round < maxDecodings && path.includes('%'); round++) {
    try {
      path = decodeURIComponent(path);
    } catch {
      return undefined;
    }
  }
  return shapes.some((shape) => shape.test(path)) ? path : undefined;
}

/** The query value `path` where the address holds bytes that are not encoded at all, which Node reads as Latin-1. */
export function unencodedPath(url: string): string | undefined {
  if (!/[\x80-\xff]/.test(url)) return undefined;
  const search = Buffer.from(url, 'latin1').toString('utf8').split('?').slice(1).join('?');
  return new URLSearchParams(search).get('path') ?? undefined;
}

const maxReferences = 20;
const reference = /uploads(?:\/|%(?:25)*2F)(?:users|projects)(?:\/|%(?:25)*2F)[^\s"<>\\&#?]{1,2000}/giu;
/** Where an address may end in a text, although a path may go on. */
const ends = [/$/, /'.*$/s, /[)\]}].*$/s, /[.,;:!]+$/];

/** Paths of ours that a text may refer to, in whatever address they stand: of the first 20 places, every reading that is a path. */
export function pathsIn(text: string): string[] {
  const places = [...text.matchAll(reference)].slice(0, maxReferences);
  const readings = places.flatMap(([place]) => ends.map((end) => readPath(place.replace(end, ''))));
  return [...new Set(readings.filter((path) => path !== undefined))];
}
