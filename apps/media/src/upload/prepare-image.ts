import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';

import type { Context } from '../context.ts';
import type { ImageMime } from '../file/file-type.ts';
import { type CleanImage, cleanImage, cleanPhoto, type ImageRules, writeThumbnail } from '../image/image.ts';
import type { Spooled } from './spool.ts';

/** Bytes on the disk, ready to be stored. */
export type Ready = Spooled & Partial<Pick<CleanImage, 'width' | 'height' | 'mime'>>;

export interface ReadyImage {
  original: Ready;
  thumbnail: Ready;
}

/**
 * Re-encodes an image and writes its thumbnail, into files that the caller removes.
 * @throws mediaErrors.image_too_large, image_unreadable; commonErrors.busy
 */
export async function prepareImage(
  context: Context,
  from: string,
  mime: ImageMime,
  to: { original: string; thumbnail: string },
  isPhoto: boolean,
): Promise<ReadyImage> {
  const rules = rulesOf(context);
  const clean = isPhoto ? cleanPhoto : cleanImage;
  return context.images.run(async () => {
    const original = await clean(from, to.original, mime, rules);
    const thumbnail = await writeThumbnail(to.original, to.thumbnail, original.mime, rules);
    return { original: await ready(to.original, original), thumbnail: await ready(to.thumbnail, thumbnail) };
  });
}

async function ready(file: string, image: CleanImage): Promise<Ready> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return { file, sha256: hash.digest('hex'), ...image };
}

function rulesOf({ config }: Context): ImageRules {
  return {
    pixels: config.MEDIA_IMAGE_PIXELS,
    side: config.MEDIA_IMAGE_SIDE,
    frames: config.MEDIA_IMAGE_FRAMES,
    timeMs: config.MEDIA_IMAGE_TIME,
  };
}
