import { randomBytes } from 'node:crypto';

import sharp from 'sharp';

type Format = 'jpeg' | 'png' | 'gif' | 'webp';

/** A picture with a red left half and a blue right one, so that turning and cropping show. */
export function picture(format: Format, width = 400, height = 300): Promise<Buffer> {
  const red = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#ff0000' } };
  const canvas = sharp({ create: { width, height, channels: 3, background: '#0000ff' } });
  return canvas
    .composite([{ input: red, left: 0, top: 0 }])
    .toFormat(format)
    .toBuffer();
}

/** A JPEG of about so many bytes: nothing in it repeats. */
export function noise(bytes: number): Promise<Buffer> {
  const [width, channels] = [1_000, 3 as const];
  const height = Math.ceil(bytes / width / channels);
  const raw = { width, height, channels };
  return sharp(randomBytes(width * height * channels), { raw })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Of several frames, each of another grey. */
export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const side = 60;
  const frame = (shade: number) => Buffer.alloc(side * side * 3, shade);
  const raw = { width: side, height: side * frames, channels: 3 as const, pageHeight: side };
  const all = Buffer.concat(Array.from({ length: frames }, (_, index) => frame(40 * (index + 1))));
  return sharp(all, { raw })
    .toFormat(format, { delay: Array(frames).fill(100) })
    .toBuffer();
}

export const formats = ['jpeg', 'png', 'gif', 'webp'] as const;
