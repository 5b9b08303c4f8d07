import { rm } from 'node:fs/promises';

import { AppError, commonErrors, type UploadView } from '@parley/contracts';
import { type Answered, onceForBody, type RawCall } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { type StoredFile, storedBytes } from '../file/file.ts';
import { isImageMime } from '../file/file-type.ts';
import { type Quota, quotaExceeded, quotaOf } from '../file/quota.ts';
import { inspect } from './inspect.ts';
import { type NewFile, newFile } from './new-file.ts';
import { prepareImage } from './prepare-image.ts';
import { type Received, receive } from './receive.ts';
import { type FileSpec, typesFor, type UploadSpec } from './upload-spec.ts';

/** Handles every upload. A refusal at any step leaves nothing behind. */
export async function acceptUpload(
  context: Context,
  { req }: RawCall,
  spec: UploadSpec,
): Promise<Answered<UploadView>> {
  const { config, db, secrets, spool } = context;
  await limit(context, spec);
  const types = await typesFor(context, spec);
  const received = await receive(req, spool, {
    bytes: spec.limitBytes,
    idleMs: config.MEDIA_IDLE_TIMEOUT,
    totalMs: config.MEDIA_UPLOAD_TIMEOUT,
  });
  try {
    const { endpoint, uploader: actor } = spec;
    const call = { ...{ db, secrets, endpoint, actor, req }, content: `${received.sha256}\n${received.name}` };
    return await onceForBody(call, () => store(context, spec, received, types));
  } finally {
    await spool.drop(received);
  }
}

async function limit({ limits, config }: Context, { uploader: { kind, id, projectId } }: UploadSpec): Promise<void> {
  const [name, points] =
    kind === 'guest'
      ? (['guest_uploads', config.LIMIT_GUEST_UPLOADS] as const)
      : (['uploads', config.LIMIT_UPLOADS] as const);
  const owner = kind === 'user' ? '' : (projectId ?? '');
  const { allowed, resetSeconds } = await limits.hit(name, `${kind}|${owner}|${id}`, { points, seconds: 60 });
  if (!allowed) throw commonErrors.rate_limited({ limit: name, retryAfterSeconds: resetSeconds });
}

async function store(context: Context, spec: UploadSpec, received: Received, types?: string): Promise<UploadView> {
  const { path, thumbnail, type, size, width, height } = await storeReceived(context, spec, received, types);
  return { message: spec.message, filename: path, thumbnail: thumbnail?.path, type, size, width, height };
}

/** Judges what was received and stores it. With a `uuid`, it is stored once: what is there already is answered. */
export async function storeReceived(
  context: Context,
  spec: FileSpec,
  received: Received,
  types: string | undefined,
): Promise<StoredFile> {
  const inspected = await inspect(context, spec, received, types);
  const { mime } = inspected.type;
  if (!isImageMime(mime)) return keep(context, spec, newFile(spec, inspected, { original: received }));

  const scratch = { original: await context.spool.createFile(), thumbnail: await context.spool.createFile() };
  try {
    const image = await prepareImage(context, received.file, mime, scratch, spec.photo !== undefined);
    return await keep(context, spec, newFile(spec, inspected, image));
  } finally {
    await Promise.all(Object.values(scratch).map((path) => rm(path, { force: true })));
  }
}

/** Stores the bytes before the row: an answer never names missing bytes. */
async function keep(context: Context, { photo, uuid }: FileSpec, { file, bytes }: NewFile): Promise<StoredFile> {
  const { config, files, stores } = context;
  const known = uuid && (await files.find(file.path));
  if (known) return known.file;
  const quota = quotaOf(config, file.uploader);
  // A photo may replace a larger one; only the commit can decide.
  if (photo === undefined) await checkQuota(context, file, quota);
  await stores.run(() => write(context, bytes));
  const limits = { quota, projectBytes: config.MEDIA_PROJECT_BYTES };
  try {
    if (photo) await files.insertPhoto(file, limits, photo.replaces);
    else await files.insert(file, limits);
  } catch (error) {
    // The outcome of an interrupted commit is unknown: the bytes are left to the sweeper.
    if (error instanceof AppError && error.kind !== 'unavailable') await discard(context, bytes);
    throw error;
  }
  return file;
}

async function write(context: Context, bytes: NewFile['bytes']): Promise<void> {
  try {
    for (const { key, file, size } of bytes) await context.storage.put(key, file, size);
  } catch (error) {
    await discard(context, bytes);
    throw error;
  }
}

/** Removes stored bytes; the sweeper removes what is left. */
async function discard({ storage }: Context, bytes: NewFile['bytes']): Promise<void> {
  for (const { key } of bytes) await storage.remove(key).catch(() => undefined);
}

/** Optimisation: spares the store writes that the commit would refuse. */
async function checkQuota({ usage }: Context, file: StoredFile, quota: Quota): Promise<void> {
  const used = await usage.of(file.uploader);
  if (used.bytes + storedBytes(file) > quota.bytes || used.files + 1 > quota.files) throw quotaExceeded(quota, used);
}
