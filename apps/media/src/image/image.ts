import { mediaErrors } from '@parley/contracts';
import sharp, { type Metadata, type Sharp } from 'sharp';

import { type ImageMime, isImageMime } from '../file/file-type.ts';

/** Limits of images. */
export interface ImageRules {
  pixels: number;
  side: number;
  frames: number;
  timeMs: number;
}

/** A re-encoded image: it holds nothing of the uploaded file but the pixels. */
export interface CleanImage {
  mime: ImageMime;
  width: number;
  height: number;
  size: number;
}

const thumbnailSide = 200;
const photoSide = 1_024;
const lossyQuality = 90;
const loaders = ['Jpeg', 'Png', 'Nsgif', 'Webp'].flatMap((name) => [
  `VipsForeignLoad${name}File`,
  `VipsForeignLoad${name}Buffer`,
]);

// Loaders are global to the process: all others are blocked, so that no other parser ever sees an upload.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: loaders });
sharp.cache(false);
// One thread per image; a bulkhead limits how many images are processed at once.
sharp.concurrency(1);

/**
 * Re-encodes an image: upright, in sRGB, without metadata or trailing bytes; animations are preserved.
 * @throws mediaErrors.image_too_large before anything is decoded; image_unreadable
 */
export async function cleanImage(from: string, to: string, mime: ImageMime, rules: ImageRules): Promise<CleanImage> {
  const { pages = 1 } = await examine(from, mime, rules);
  const isAnimated = pages > 1 && (mime === 'image/gif' || mime === 'image/webp');
  // Rotation needs the whole image in memory and does not support frames; animations carry no orientation in practice.
  const image = isAnimated ? open(from, rules, { animated: true }) : open(from, rules).autoOrient();
  return written(image, to, mime, rules);
}

/** Re-encodes an avatar: at most 1,024 × 1,024, JPEG on white. @throws as `cleanImage` */
export async function cleanPhoto(from: string, to: string, mime: ImageMime, rules: ImageRules): Promise<CleanImage> {
  await examine(from, mime, rules);
  const fitted = open(from, rules)
    .autoOrient()
    .resize(photoSide, photoSide, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' });
  return written(fitted, to, 'image/jpeg', rules);
}

/** Writes a thumbnail: the centre of the first frame in 200 × 200, in the same format. */
export function writeThumbnail(from: string, to: string, mime: ImageMime, rules: ImageRules): Promise<CleanImage> {
  const image = open(from, rules).resize(thumbnailSide, thumbnailSide, { fit: 'cover', position: 'centre' });
  return written(image, to, mime, rules);
}

/** Reads the header only. */
async function examine(from: string, mime: ImageMime, rules: ImageRules): Promise<Metadata> {
  const found = await sharp(from, { limitInputPixels: false, pages: -1, failOn: 'truncated' })
    .metadata()
    .catch((error: unknown) => {
      throw mediaErrors.image_unreadable({}, error);
    });
  const { width, pages = 1, pageHeight = found.height, format } = found;
  if (!isImageMime(`image/${format}`) || `image/${format}` !== mime) throw mediaErrors.image_unreadable();
  const isTooLarge =
    width > rules.side || pageHeight > rules.side || pages > rules.frames || width * pageHeight * pages > rules.pixels;
  if (isTooLarge) throw mediaErrors.image_too_large({ max_pixels: rules.pixels });
  return found;
}

function open(file: string, { pixels }: ImageRules, options: { animated?: boolean } = {}): Sharp {
  return sharp(file, { ...options, limitInputPixels: pixels, failOn: 'truncated', sequentialRead: true });
}

async function written(image: Sharp, to: string, mime: ImageMime, rules: ImageRules): Promise<CleanImage> {
  const timed = image.timeout({ seconds: Math.ceil(rules.timeMs / 1_000) });
  try {
    const { width, height, pageHeight = height, size } = await encoded(timed, mime).toFile(to);
    return { mime, width, height: pageHeight, size };
  } catch (error) {
    if (error instanceof Error && /timeout/i.test(error.message)) {
      throw mediaErrors.image_too_large({ max_pixels: rules.pixels }, error);
    }
    throw mediaErrors.image_unreadable({}, error);
  }
}

function encoded(image: Sharp, mime: ImageMime): Sharp {
  if (mime === 'image/jpeg') return image.jpeg({ quality: lossyQuality });
  if (mime === 'image/webp') return image.webp({ quality: lossyQuality });
  return mime === 'image/gif' ? image.gif() : image.png();
}
