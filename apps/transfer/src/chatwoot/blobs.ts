import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { Refused } from '../config.ts';
import type { Document } from '../origin/origin.ts';

const deadlineMs = 300_000;
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

/** @returns nothing for what is not there */
export async function download(address: string, signal?: AbortSignal): Promise<AsyncIterable<Buffer> | undefined> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(address, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
  if (answer.ok && answer.body) return Readable.fromWeb(answer.body);
  await answer.body?.cancel();
  if (answer.status === 429 || answer.status >= 500)
    throw new Refused(`${new URL(address).host} answers ${answer.status}: files cannot be read.`);
  return undefined;
}
