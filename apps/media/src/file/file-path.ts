/** Prefix of a thumbnail's name, in the folder of its image. Clients build it themselves. */
export const thumbnailPrefix = 'thumbnails_200_200-';
export const photoName = 'photo.jpg';

/** The location of a file in the path scheme. */
export type Place =
  | { folder: 'files' | 'images'; userId: string; uuid: string }
  | { folder: 'assets'; projectId: string; uuid: string }
  | { folder: 'photo'; id: string };

/** The folder of a path; the name follows it. */
export function folderOf(place: Place): string {
  if (place.folder === 'assets') return `uploads/projects/${place.projectId}/files/${place.uuid}/`;
  if (place.folder === 'photo') return `uploads/users/${place.id}/images/`;
  return `uploads/users/${userSegment(place.userId)}/${place.folder}/${place.uuid}/`;
}

/** A principal's id as a path segment. Different ids may share a segment, so it does not reveal the owner. */
function userSegment(id: string): string {
  return id.replace(/[^A-Za-z0-9._@-]/gu, '_').replace(/^\./, '_') || '_';
}

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const name = '[^\\s\\p{Cc}/\\\\:*?"<>|%#&+]{1,240}';
const shapes = [
  new RegExp(`^uploads/users/[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,254}/(?:files|images)/${uuid}/${name}$`, 'u'),
  // Nothing is stored there here: imported files keep their paths.
  new RegExp(`^uploads/public/(?:files|images)/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/projects/[0-9a-f]{24}/files/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/users/[0-9a-f]{24}/images/(?:${thumbnailPrefix})?photo\\.jpg$`),
];

const maxDecodings = 3;

/**
 * Parses a path from a client: plain, or encoded up to three times more than its query was.
 * @returns undefined for anything that is not a stored path; nothing is normalised
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

/** The query value `path` when the URL holds unencoded bytes, which Node reads as Latin-1. */
export function unencodedPath(url: string): string | undefined {
  if (!/[\x80-\xff]/.test(url)) return undefined;
  const search = Buffer.from(url, 'latin1').toString('utf8').split('?').slice(1).join('?');
  return new URLSearchParams(search).get('path') ?? undefined;
}

const maxReferences = 20;
const reference = /uploads(?:\/|%(?:25)*2F)(?:users|projects|public)(?:\/|%(?:25)*2F)[^\s"<>\\&#?]{1,2000}/giu;
/** Where a URL may end in a text, although a path may continue. */
const ends = [/$/, /'.*$/s, /[)\]}].*$/s, /(?<![.,;:!])[.,;:!]+$/];

/** Stored paths that a text may refer to, in any URL: of the first 20 matches, every reading that is a path. */
export function pathsIn(text: string): string[] {
  const places = [...text.matchAll(reference)].slice(0, maxReferences);
  const readings = places.flatMap(([place]) => ends.map((end) => readPath(place.replace(end, ''))));
  return [...new Set(readings.filter((path) => path !== undefined))];
}
