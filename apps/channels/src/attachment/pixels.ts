/** What has to be seen of an image. */
export const pixelHeadBytes = 24;

/** Width and height of a PNG or GIF, by its header; undefined for anything else. */
function pixelsOf(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length >= pixelHeadBytes && bytes.subarray(1, 4).toString('latin1') === 'PNG')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length >= 10 && /^GIF8[79]a/.test(bytes.subarray(0, 6).toString('latin1')))
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  return undefined;
}

/** Whether an image is there to tell that the mail is read, or to make room. @param bytes its first ones */
export function isTrackingPixel(bytes: Buffer): boolean {
  const pixels = pixelsOf(bytes);
  return pixels !== undefined && pixels.width <= 4 && pixels.height <= 4;
}
