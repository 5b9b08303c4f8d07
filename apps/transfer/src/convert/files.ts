import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { noProject } from '@parley/contracts';

import { objectPath } from '@parley/service-kit/archive';
import { isPath } from '../origin/file-addresses.ts';
import type { LookupMap } from '../origin/lookup.ts';
import type { Conversion, Row } from './conversion.ts';
import { sniff } from './sniff.ts';

/** Files that the records name, with their bytes: what is missing, cut or not to be kept is named, and its message stays. */
export async function convertFiles(conversion: Conversion, work: string): Promise<void> {
  const { files } = conversion.origin;
  if (!files) return;
  const folder = join(work, 'bytes');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const stored = conversion.lookup.map('files');
  await files.prepare?.(folder, (path) => conversion.mentions.has(path));
  for (const collection of files.collections)
    for await (const row of conversion.rows(collection, () => true))
      await convertFile(conversion, row, { folder, stored });
  await rm(folder, { recursive: true, force: true });
}

interface Place {
  folder: string;
  /** Paths that have a file. */
  stored: LookupMap;
}

async function convertFile(conversion: Conversion, row: Row, { folder, stored }: Place): Promise<void> {
  const { source } = row;
  const { origin, mentions, projectId, writer } = conversion;
  const path = source.text('path', 2_048) ?? '';
  const expires = source.time('expiresAt');
  const isWanted = isPath(path) && mentions.has(path) && !(expires !== undefined && Date.parse(expires) < Date.now());
  if (!isWanted) return row.drop();
  if (stored.has(path)) return row.refuse('key_taken', 'path');
  const bytes = await origin.files?.bytesOf(row.collection, source.all);
  if (!bytes) return row.refuse('file_missing', 'path');
  const received = await receive(bytes, join(folder, 'file')).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!received) return row.refuse('file_missing', 'path');
  const { size, sha256, md5, start } = received;
  const [ownSize, ownMd5] = [source.number('size'), source.text('md5')];
  if ((ownSize !== undefined && ownSize !== size) || (ownMd5 !== undefined && ownMd5 !== md5))
    return row.refuse('hash_mismatch', ownSize === size ? 'md5' : 'size');
  const name = source.text('name') ?? path.split('/').at(-1) ?? 'file';
  const type = sniff(start, name);
  if (!type) return row.refuse('schema', 'type');
  const mention = mentions.of(path);
  const { _id, createdAt } = source.stored();
  const by = mention?.sender ?? 'system';
  const isStored = await row.store('file', {
    ...{ _id, kind: 'file', path, name, ...type, inline: false, size, sha256, createdBy: by, createdAt },
    uploader: uploaderOf(by, mention?.isRequester ?? false, projectId),
    references: mention?.references ?? [],
  });
  if (!isStored) return;
  stored.set(path, '');
  await keep(join(folder, 'file'), join(writer.folder, objectPath(sha256)), size, writer.objects);
}

function uploaderOf(id: string, isRequester: boolean, projectId: string) {
  if (isRequester) return { kind: 'guest', id_project: projectId, id };
  if (id.startsWith('bot_')) return { kind: 'bot', id_project: projectId, id: id.slice(4) };
  return { kind: 'user', id_project: noProject, id };
}

/** Once, whatever number of files has these bytes. */
async function keep(from: string, to: string, size: number, objects: { count: number; bytes: number }): Promise<void> {
  if (await stat(to).catch(() => undefined)) return;
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
  objects.count += 1;
  objects.bytes += size;
}

const startBytes = 64;

async function receive(bytes: AsyncIterable<Buffer>, file: string) {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  let start = Buffer.alloc(0);
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sha256.update(chunk);
      md5.update(chunk);
      size += chunk.length;
      if (start.length < startBytes) start = Buffer.concat([start, chunk.subarray(0, startBytes)]);
      done(null, chunk);
    },
  });
  await pipeline(bytes, counted, createWriteStream(file, { mode: 0o600 }));
  return { size, start, sha256: sha256.digest('hex'), md5: md5.digest('hex') };
}
