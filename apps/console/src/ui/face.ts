/** Colours for people without a picture, `--face-0` and so on in tokens.css. */
export const faces = 8;

/** The same colour for the same person, on every screen and in every browser. */
export function faceOf(id: string): number {
  let hash = 0;
  for (const letter of id) hash = (Math.imul(hash, 31) + (letter.codePointAt(0) ?? 0)) >>> 0;
  // Ids that were made one after the other differ in their last letters alone: the high bits are mixed in.
  return ((hash ^ (hash >>> 15)) >>> 0) % faces;
}
