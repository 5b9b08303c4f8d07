import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

import { Refused } from '../config.ts';

const deadlineMs = 300_000;
/** Of one file that cannot be read; the message stays without it. */
const maxDownloads = 5;

interface DownloadOptions {
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

/** A redirect to another host gets no `authorization`. @returns nothing for what is not there */
export async function download(
  address: string,
  { headers = {}, signal }: DownloadOptions = {},
): Promise<AsyncIterable<Buffer> | undefined> {
  const deadline = AbortSignal.timeout(deadlineMs);
  const answer = await fetch(address, { headers, signal: signal ? AbortSignal.any([signal, deadline]) : deadline });
  if (answer.ok && answer.body) return Readable.fromWeb(answer.body);
  await answer.body?.cancel();
  if (answer.status === 429 || answer.status >= 500)
    throw new Refused(`${new URL(address).host} answers ${answer.status}: files cannot be read.`);
  return undefined;
}

/** The same of a server that is busy or fails now and then. */
export async function downloadPatiently(
  address: string,
  {
    headers,
    stopping,
    firstPauseMs = 1_000,
  }: { headers?: Record<string, string>; stopping: AbortSignal; firstPauseMs?: number },
): Promise<AsyncIterable<Buffer> | undefined> {
  for (let round = 0; round < maxDownloads; round++) {
    stopping.throwIfAborted();
    const bytes = await download(address, { headers, signal: stopping }).catch(() => 'absent' as const);
    if (bytes !== 'absent') return bytes;
    await delay(firstPauseMs * 2 ** round, undefined, { signal: stopping });
  }
  return undefined;
}
