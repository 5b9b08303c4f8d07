const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';
const name = '[^\\s\\p{Cc}/\\\\:*?"<>|%#&+]{1,240}';
const shapes = [
  new RegExp(`^uploads/users/[A-Za-z0-9_@-][A-Za-z0-9._@-]{0,254}/(?:files|images)/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/projects/[0-9a-f]{24}/files/${uuid}/${name}$`, 'u'),
  new RegExp(`^uploads/public/(?:files|images)/${uuid}/${name}$`, 'u'),
];
/** In the folder of its image. */
export const thumbnailPrefix = 'thumbnails_200_200-';

/** Whether Parley reads a file at this path. */
export function isPath(path: string): boolean {
  return shapes.some((shape) => shape.test(path));
}

const address =
  /(?:https?:\/\/[^\s"'<>?\\]{1,255}\/(?:files|images)(?:\/(?:download|thumbnails))?\?path=)?(uploads(?:\/|%(?:25)*2F)(?:users|projects|public)(?:\/|%(?:25)*2F)[^\s"'<>\\&#?)\]]{1,2000})/giu;

function decoded(sent: string): string {
  let path = sent;
  for (let round = 0; round < 3 && path.includes('%'); round++)
    try {
      path = decodeURIComponent(path);
    } catch {
      return path;
    }
  return path;
}

/** Paths of files that a text names, in an address or alone. */
export function pathsIn(text: string): string[] {
  if (!text.includes('uploads')) return [];
  return [...text.matchAll(address)].map(([, path = '']) => decoded(path)).filter(isPath);
}

/** Where a file is read after the move. */
export function addressOf(path: string, origin: string): string {
  return `${origin.replace(/\/+$/, '')}/v3/files?path=${encodeURIComponent(path)}`;
}

/** The same text with the files of the old installation at their new addresses. */
export function withAddresses(text: string, origin: string): string {
  if (!text.includes('uploads')) return text;
  return text.replace(address, (whole, path: string) => {
    const plain = decoded(path);
    return whole === path || !isPath(plain) ? whole : addressOf(plain, origin);
  });
}
