import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { AppError, commonErrors, mediaErrors, noProject, type UploadView } from '@parley/contracts';
import { type Exchange, newId, onceForBody } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { principalOf, type StoredFile, spokenIdOf, storedBytes } from '../file/file.ts';
import { folderOf, photoName, thumbnailPrefix } from '../file/file-path.ts';
import { isImageMime } from '../file/file-type.ts';
import { quotaOf } from '../file/quota.ts';
import { keyOf } from '../storage/storage.ts';
import { type Judged, judge } from './judge.ts';
import { prepareImage, type Ready } from './prepare-image.ts';
import { type Received, receive } from './receive.ts';
import { typesFor, type Wish } from './wish.ts';

/** The story of every upload. A refusal at any step leaves nothing. */
export async function acceptUpload(context: Context, { req }: Exchange, wish: Wish): Promise<UploadView> {
  const { config, db, secrets, spool } = context;
  await limit(context, wish);
  const types = await typesFor(context, wish);
  const received = await receive(req, spool, {
    bytes: wish.limitBytes,
    idleMs: config.MEDIA_IDLE_TIMEOUT,
    totalMs: config.MEDIA_UPLOAD_TIMEOUT,
  });
  try {
    const { endpoint, uploader: actor } = wish;
    const call = { ...{ db, secrets, endpoint, actor, req }, content: `${received.sha256}\n${received.name}` };
    return await onceForBody(call, () => store(context, wish, received, types));
  } finally {
    await spool.drop(received);
  }
}

async function limit({ limits, config }: Context, { uploader: { kind, id, projectId } }: Wish): Promise<void> {
  const [name, points] =
    kind === 'guest'
      ? (['guest_uploads', config.LIMIT_GUEST_UPLOADS] as const)
      : (['uploads', config.LIMIT_UPLOADS] as const);
  const owner = kind === 'user' ? '' : (projectId ?? '');
  const { allowed, resetSeconds } = await limits.hit(name, `${kind}|${owner}|${id}`, { points, seconds: 60 });
  if (!allowed) throw commonErrors.rate_limited({ limit: name, retryAfterSeconds: resetSeconds });
}

async function store(context: Context, wish: Wish, received: Received, types?: string): Promise<UploadView> {
  const judged = await judge(context, wish, received, types);
  const aside = { original: context.spool.path(), thumbnail: context.spool.path() };
  try {
    const { mime } = judged.type;
    const image = isImageMime(mime)
      ? await prepareImage(context, received.file, mime, aside, wish.photo !== undefined)
      : undefined;
    const file = fileOf(wish, judged, image?.original ?? received, image?.thumbnail);
    await keep(context, wish, file, image ?? { original: received });
    return answerOf(wish, file);
  } finally {
    await Promise.all(Object.values(aside).map((path) => rm(path, { force: true })));
  }
}

function fileOf(
  wish: Wish,
  { type, name, storedName, isUnscanned }: Judged,
  bytes: Ready,
  thumbnail?: Ready,
): StoredFile {
  const at = new Date();
  const { uploader, projectId, kind, photo } = wish;
  const userId = spokenIdOf(uploader);
  const id = newId(at);
  const uuid = randomUUID();
  const folder = folderOf(
    photo
      ? { folder: 'photo', id: photo.subject.id }
      : kind === 'asset'
        ? { folder: 'assets', projectId, uuid }
        : { folder: kind === 'image' ? 'images' : 'files', userId, uuid },
  );
  const fileName = photo ? photoName : storedName;
  return {
    ...{ id, projectId, kind, path: folder + fileName, name, class: type.class, isInline: type.isInline },
    ...{
      type: bytes.mime ?? type.mime,
      size: bytes.size,
      sha256: bytes.sha256,
      width: bytes.width,
      height: bytes.height,
    },
    objectKey: `${projectId}/${id}`,
    thumbnail: thumbnail && {
      path: folder + thumbnailPrefix + fileName,
      size: thumbnail.size,
      sha256: thumbnail.sha256,
    },
    ...{ uploader: principalOf(uploader), subject: photo?.subject, isUnscanned, expiresAt: wish.expiresAt },
    ...{ createdBy: userId, createdAt: at, version: 0 },
  };
}

/** Bytes first, then the row: an answer never names bytes that are not there. */
async function keep(
  context: Context,
  { photo }: Wish,
  file: StoredFile,
  bytes: { original: Ready; thumbnail?: Ready },
): Promise<void> {
  const { config, files, storage, stores, usage } = context;
  const quota = quotaOf(config, file.uploader);
  const used = await usage.of(file.uploader);
  const isOver = used.bytes + storedBytes(file) > quota.bytes || used.files + 1 > quota.files;
  // A photo may give back more than it takes; the commit knows.
  if (isOver && photo === undefined) throw mediaErrors.quota_exceeded({ limit: quota.bytes, used: used.bytes });

  const [projectId = noProject, objectId = ''] = file.objectKey.split('/');
  const parts = [['o', bytes.original] as const, ...(bytes.thumbnail ? [['t', bytes.thumbnail] as const] : [])];
  await stores.run(async () => {
    for (const [part, { file: source, size }] of parts)
      await storage.put(keyOf(projectId, objectId, part), source, size);
  });
  const limits = { quota, projectBytes: config.MEDIA_PROJECT_BYTES };
  try {
    if (photo) await files.insertPhoto(file, limits, photo.replaces);
    else await files.insert(file, limits);
  } catch (error) {
    // Only where it is certain that there is no row; what is uncertain is the sweeper's.
    if (error instanceof AppError && error.kind !== 'unavailable') {
      for (const [part] of parts) await storage.remove(keyOf(projectId, objectId, part)).catch(() => undefined);
    }
    throw error;
  }
}

function answerOf({ message }: Wish, { path, thumbnail, type, size, width, height }: StoredFile): UploadView {
  return { message, filename: path, thumbnail: thumbnail?.path, type, size, width, height };
}
