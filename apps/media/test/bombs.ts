import { constants, crc32, deflateRawSync, gzipSync } from 'node:zlib';

import sharp from 'sharp';

import { picture } from './pictures.ts';

type Bomb = [what: string, name: string, make: () => Promise<Buffer> | Buffer, status: number, codeOrType: string];

/** Decompression bombs: small files that expand or take for ever, with the expected answer. */
export const bombs: Bomb[] = [
  ['a PNG of 60,000 × 60,000', 'a.png', () => pngHeader(60_000, 60_000), 422, 'image_too_large'],
  ['a GIF of 10,000 frames', 'a.gif', () => manyFrames(10_000), 422, 'image_too_large'],
  ['a WebP of 16,383²', 'a.webp', () => webpHeader(16_383, 16_383), 422, 'image_too_large'],
  ['a JPEG of 65,500²', 'a.jpg', () => jpegHeader(65_500, 65_500), 422, 'image_too_large'],
  ['an archive of archives of archives', 'a.zip', () => archives(5), 201, 'application/zip'],
  ['a document that inflates to 10 GB', 'a.docx', () => hugeDocument(10_240), 201, 'application/zip'],
  ['archives in archives', 'a.gz', () => gzipSync(gzipSync(Buffer.alloc(32 * megabyte))), 201, 'application/gzip'],
  ['XML of a billion laughs', 'a.xml', () => laughs(), 201, 'text/plain; charset=utf-8'],
];

const megabyte = 2 ** 20;

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const framed = Buffer.alloc(body.length + 8);
    framed.writeUInt32BE(data.length, 0);
    body.copy(framed, 4);
    framed.writeUInt32BE(crc32(body), body.length + 4);
    return framed;
  };
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(900)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A good JPEG whose header claims another size. */
async function jpegHeader(width: number, height: number): Promise<Buffer> {
  const bytes = await picture('jpeg', 16, 16);
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, frame + 5);
  bytes.writeUInt16BE(width, frame + 7);
  return bytes;
}

async function manyFrames(count: number): Promise<Buffer> {
  const side = 2;
  const pixels = Buffer.alloc(side * side * count * 3);
  for (let index = 0; index < pixels.length; index++) pixels[index] = (index * 37) % 256;
  const raw = { width: side, height: side * count, channels: 3 as const, pageHeight: side };
  return sharp(pixels, { raw }).gif().toBuffer();
}

/** A good WebP whose header claims another size. */
async function webpHeader(width: number, height: number): Promise<Buffer> {
  const bytes = await picture('webp', 16, 16);
  const frame = bytes.indexOf(Buffer.from([0x9d, 0x01, 0x2a]));
  bytes.writeUInt16LE(width, frame + 3);
  bytes.writeUInt16LE(height, frame + 5);
  return bytes;
}

/** A progressive JPEG that says its last scan over and over. */
export async function manyScans(count: number): Promise<Buffer> {
  const bytes = await sharp(await picture('jpeg', 64, 64))
    .jpeg({ progressive: true })
    .toBuffer();
  const last = bytes.lastIndexOf(Buffer.from([0xff, 0xda]));
  const scan = bytes.subarray(last, bytes.length - 2);
  return Buffer.concat([bytes.subarray(0, last), ...Array<Buffer>(count).fill(scan), bytes.subarray(-2)]);
}

/** An archive of 16 archives, and so on, the last of which hold a megabyte of zeros each. */
function archives(levels: number): Buffer {
  let inner = archive('0', deflateRawSync(Buffer.alloc(megabyte)), megabyte);
  for (let level = 0; level < levels; level++) {
    const all = Buffer.concat(Array<Buffer>(16).fill(inner));
    inner = archive('a.zip', deflateRawSync(all), all.length);
  }
  return inner;
}

/** Each megabyte of zeros is the same block, so that it need not be packed so many times. */
function hugeDocument(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(megabyte), { finishFlush: constants.Z_SYNC_FLUSH });
  const end = Buffer.from([3, 0]);
  const packed = Buffer.concat([...Array<Buffer>(megabytes).fill(block), end]);
  return archive('[Content_Types].xml', packed, 0xffffffff);
}

/** A zip with one entry. */
export function archive(name: string, packed: Buffer, size: number, checksum = 0): Buffer {
  const entry = Buffer.alloc(26);
  entry.writeUInt16LE(20, 0);
  entry.writeUInt16LE(8, 4);
  entry.writeUInt32LE(checksum, 10);
  entry.writeUInt32LE(packed.length, 14);
  entry.writeUInt32LE(size, 18);
  entry.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), entry, Buffer.from(name), packed]);
  const listed = Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), entry, Buffer.alloc(14), Buffer.from(name)]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, listed, end]);
}

function laughs(): Buffer {
  const entities = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('');
  return Buffer.from(`<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${entities}]><l>&l30;</l>`);
}
