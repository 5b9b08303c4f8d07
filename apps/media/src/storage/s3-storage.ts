import { createReadStream } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import type { Readable } from 'node:stream';

import { AppError, mediaErrors } from '@parley/contracts';
import { withTimeout } from '@parley/service-kit/concurrency';
import { Client } from 'minio';

import type { Range } from '../file/range.ts';
import { checkKey, checkName, isKey, ledgerFolder, type Storage, type StoredObject } from './storage.ts';

export interface S3Options {
  endpoint: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
  region: string;
  sse: boolean;
  /** Creates the bucket if it does not exist. */
  createBucket: boolean;
  /** Time limit of a write. */
  writeMs: number;
  /** Time limit until the first byte of a read. */
  readMs?: number;
}

// The client would buffer 64 MB of every upload by default.
const partBytes = 5 * 2 ** 20;
const shortMs = 5_000;
const late = 'the store did not answer in time';

/** Stores objects in a private bucket of any S3-compatible store. */
export function s3Storage(options: S3Options): Storage & { close(): void } {
  const { bucket, region, createBucket, readMs = shortMs } = options;
  const { client, close } = connect(options);

  return {
    name: 's3',
    close,
    async put(key, file, size) {
      checkKey(key);
      await translating(() => write(client, options, { key, file, size })).catch(async (error: unknown) => {
        // An incomplete upload takes up space until it is aborted; if that fails too, the sweeper does it.
        await bounded(shortMs, () => abort(client, bucket, key)).catch(() => undefined);
        throw error;
      });
    },
    async get(key, range) {
      checkKey(key);
      try {
        return await read(client, bucket, key, range, readMs);
      } catch (first) {
        if (isAbsent(first)) return undefined;
        return read(client, bucket, key, range, readMs).catch((error: unknown) => {
          if (isAbsent(error)) return undefined;
          throw unavailable(error);
        });
      }
    },
    async remove(key) {
      checkKey(key);
      await bounded(shortMs, () => client.removeObject(bucket, key)).catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
    },
    async record(name) {
      checkName(name);
      const headers = sseHeaders(options);
      await bounded(shortMs, () => client.putObject(bucket, `${ledgerFolder}/${name}`, Buffer.from('\n'), 1, headers));
    },
    recorded: (after) => recorded(client, bucket, after),
    list: () => list(client, bucket),
    sweep: (before) => sweep(client, bucket, before),
    async check() {
      if (await bounded(shortMs, () => client.bucketExists(bucket))) return;
      if (!createBucket) throw new Error('there is no such bucket');
      await bounded(shortMs, () => client.makeBucket(bucket, region));
    },
  };
}

function connect({ endpoint, accessKey, secretKey, region, writeMs }: S3Options) {
  const { hostname, port, protocol } = new URL(endpoint);
  const useSSL = protocol === 'https:';
  const { request, Agent } = useSSL ? https : http;
  const agent = new Agent({ keepAlive: true });
  const client = new Client({
    endPoint: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (useSSL ? 443 : 80),
    ...{ useSSL, accessKey, secretKey, region, partSize: partBytes },
    transportAgent: agent,
    transport: { request: withIdleTimeout(request, writeMs) } as Pick<typeof http, 'request'>,
    // The client logs retries to standard output; reads are tried twice here, uploads by their callers.
    retryOptions: { disableRetry: true },
  });
  return { client, close: () => agent.destroy() };
}

/** Ends idle calls: the client would wait for ever, and leave calls open that timed out. */
function withIdleTimeout(request: typeof http.request, idleMs: number) {
  return (options: http.RequestOptions, listener: (res: http.IncomingMessage) => void) => {
    const call = request(options, listener);
    // A stalled read may be a paused reader, such as a stopped video.
    const factor = options.method === 'GET' ? 5 : 1;
    return call.setTimeout(idleMs * factor, () => call.destroy(new Error('the store has fallen silent')));
  };
}

/** The client neither detects a failing source nor times out, so the write is raced against both. */
async function write(
  client: Client,
  options: S3Options,
  { key, file, size }: { key: string; file: string; size: number },
): Promise<void> {
  const { bucket, writeMs } = options;
  const source = createReadStream(file, { highWaterMark: 2 ** 18 });
  const failed = new Promise<never>((_, reject) => source.once('error', reject));
  try {
    await withTimeout(
      Promise.race([client.putObject(bucket, key, source, size, sseHeaders(options)), failed]),
      writeMs,
      late,
    );
  } finally {
    source.destroy();
  }
}

function sseHeaders({ sse }: S3Options): Record<string, string> {
  return sse ? { 'X-Amz-Server-Side-Encryption': 'AES256' } : {};
}

async function read(client: Client, bucket: string, key: string, range: Range | undefined, ms: number) {
  const opened =
    range === undefined
      ? client.getObject(bucket, key)
      : client.getPartialObject(bucket, key, range.start, range.end - range.start + 1);
  // A stream that arrives too late is destroyed.
  let isLate = false;
  opened.then(
    (stream: Readable) => isLate && stream.destroy(),
    () => undefined,
  );
  const stream = await withTimeout(opened, ms, late).catch((error: unknown) => {
    isLate = true;
    throw error;
  });
  return stream as Readable;
}

async function* list(client: Client, bucket: string): AsyncGenerator<StoredObject> {
  for await (const { name, lastModified } of client.listObjectsV2(bucket, '', true)) {
    if (name !== undefined && isKey(name) && lastModified !== undefined) yield { key: name, modifiedAt: lastModified };
  }
}

async function* recorded(client: Client, bucket: string, after: string): AsyncGenerator<string> {
  const prefix = `${ledgerFolder}/`;
  try {
    for await (const { name } of client.listObjectsV2(bucket, prefix, true, prefix + after)) {
      // Not every store begins after the name.
      if (name !== undefined && name > prefix + after) yield name.slice(prefix.length);
    }
  } catch (error) {
    throw unavailable(error);
  }
}

async function sweep(client: Client, bucket: string, before: Date): Promise<void> {
  for await (const { key, uploadId, initiated } of unfinished(client, bucket, '')) {
    if (initiated < before) await client.abortMultipartUpload(bucket, key, uploadId);
  }
}

async function abort(client: Client, bucket: string, key: string): Promise<void> {
  const folder = key.slice(0, key.lastIndexOf('/') + 1);
  for await (const upload of unfinished(client, bucket, folder)) {
    if (upload.key === key) await client.abortMultipartUpload(bucket, key, upload.uploadId);
  }
}

interface Unfinished {
  key: string;
  uploadId: string;
  initiated: Date;
}

/** Lists folder by folder: not every store lists all of them at once. */
async function* unfinished(client: Client, bucket: string, folder: string): AsyncGenerator<Unfinished> {
  const items: AsyncIterable<Partial<Unfinished & { prefix: string }>> = client.listIncompleteUploads(
    bucket,
    folder,
    false,
  );
  for await (const { key, uploadId, initiated, prefix } of items) {
    if (key !== undefined && uploadId !== undefined) yield { key, uploadId, initiated: new Date(initiated ?? 0) };
    else if (prefix?.startsWith(folder) && prefix.length > folder.length) yield* unfinished(client, bucket, prefix);
  }
}

function bounded<T>(ms: number, work: () => Promise<T>): Promise<T> {
  return translating(() => withTimeout(work(), ms, late));
}

async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isAbsent(error) ? error : unavailable(error);
  }
}

function isAbsent(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    ['NoSuchKey', 'NotFound'].includes(String(error.code))
  );
}

function unavailable(error: unknown): AppError {
  return error instanceof AppError ? error : mediaErrors.storage_unavailable({ retryAfterSeconds: 10 }, error);
}
