import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';

import { fileTypeFromFile } from 'file-type';

import type { Content } from './file-type.ts';
import { dangerousType } from './magic.ts';

const markLength = 4;

/** Detects what a file contains, regardless of its name. Streams it and never unpacks it. */
export async function sniff(file: string): Promise<Content> {
  // The byte order mark first: file-type mistakes UTF-16 for MPEG audio.
  const encoding = await encodingByMark(file);
  const type = (await dangerousType(file)) ?? (encoding === undefined ? await knownType(file) : undefined);
  if (type !== undefined && !isOfText(type)) return { kind: 'known', mime: type };
  return (await isText(file, encoding ?? 'utf-8')) ? { kind: 'text' } : { kind: 'unknown' };
}

/** Text formats that are treated like any other text. */
function isOfText(type: string): boolean {
  return type === 'application/xml' || type === 'text/vtt';
}

async function knownType(file: string): Promise<string | undefined> {
  try {
    const found = await fileTypeFromFile(file, { signal: AbortSignal.timeout(sniffMs) });
    return found?.mime;
  } catch {
    // The file is corrupt: an unreadable type counts as unknown.
    return undefined;
  }
}

const sniffMs = 1_500;

async function encodingByMark(file: string): Promise<string | undefined> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(markLength), 0, markLength, 0);
    const start = buffer.subarray(0, bytesRead).toString('hex');
    if (start.startsWith('efbbbf')) return 'utf-8';
    if (start.startsWith('fffe')) return 'utf-16le';
    return start.startsWith('feff') ? 'utf-16be' : undefined;
  } finally {
    await handle.close();
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them.
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/;

async function isText(file: string, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const stream = createReadStream(file);
  try {
    for await (const chunk of stream) {
      if (control.test(decoder.decode(chunk as Buffer, { stream: true }))) return false;
    }
    return !control.test(decoder.decode());
  } catch (error) {
    if (isUndecodable(error)) return false;
    throw error;
  } finally {
    stream.destroy();
  }
}

function isUndecodable(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && Reflect.get(error, 'code') === 'ERR_ENCODING_INVALID_ENCODED_DATA'
  );
}
