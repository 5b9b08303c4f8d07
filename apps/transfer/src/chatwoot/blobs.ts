import { createReadStream } from 'node:fs';
import { join } from 'node:path';

import { download } from '../origin/download.ts';
import type { Document } from '../origin/origin.ts';

/** As Rails makes them. */
const plainKey = /^[A-Za-z0-9]{4,255}$/;

/** Bytes of files by their key: in the folders of a disk, as Rails lays them out, or below an address. */
export function blobReader(from: string) {
  return async ({ key }: Document): Promise<AsyncIterable<Buffer> | undefined> => {
    if (typeof key !== 'string' || !plainKey.test(key)) return undefined;
    if (/^https?:/.test(from)) return download(`${from.replace(/\/+$/, '')}/${key}`);
    return createReadStream(join(from, key.slice(0, 2), key.slice(2, 4), key));
  };
}
