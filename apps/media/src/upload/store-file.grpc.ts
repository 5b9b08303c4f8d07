import { Readable } from 'node:stream';

import { type Actor, mediaErrors } from '@parley/contracts';
import type {
  MediaServiceService,
  StoreFileRequest,
  StoreFileResponse,
  StoreLargeFileRequest,
} from '@parley/proto-gen/media/v1/media';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { chatExpiry } from '../file/retention.ts';
import { storeReceived } from './accept-upload.ts';
import { type FileSpec, typesFor } from './upload-spec.ts';

type StoreFile = GrpcHandler<(typeof MediaServiceService)['storeFile'], Context>;
type StoreLargeFile = GrpcHandler<(typeof MediaServiceService)['storeLargeFile'], Context>;

export const storeFile: StoreFile = (context, file) => store(context, file, [file.content]);

export const storeLargeFile: StoreLargeFile = async (context, messages) => {
  const pieces = messages[Symbol.asyncIterator]();
  const { value: first, done } = await pieces.next();
  if (done) throw mediaErrors.file_empty();
  return store(context, first, contentOf(first, pieces));
};

async function* contentOf(first: StoreLargeFileRequest, rest: AsyncIterator<StoreLargeFileRequest>) {
  for (let piece = first; ; ) {
    if (piece.content.length > 0) yield piece.content;
    const { value, done } = await rest.next();
    if (done) return;
    piece = value;
  }
}

async function store(
  context: Context,
  { idProject: projectId, uploader: id, name, dedupeKey }: Omit<StoreFileRequest, 'content'>,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<StoreFileResponse> {
  const { config, spool } = context;
  // What comes from outside is judged as what visitors upload.
  const uploader: Actor = { kind: 'subscription', id, projectId, role: 'guest' };
  const spec: FileSpec = {
    ...{ uploader, projectId, kind: 'file', limitBytes: config.MEDIA_FILE_BYTES, onlyImages: false },
    expiresAt: chatExpiry(config),
    uuid: uuidOf(context, projectId, dedupeKey),
  };
  const types = await typesFor(context, spec);
  const spooled = await spool.write(Readable.from(content), spec.limitBytes);
  try {
    if (spooled.size === 0) throw mediaErrors.file_empty();
    const { path, type, size, width, height } = await storeReceived(context, spec, { ...spooled, name }, types);
    return { path, type, size, width, height };
  } finally {
    await spool.drop(spooled);
  }
}

/** Of version 4 by its form, and not to be guessed: the same for the same key, so that a file is stored once. */
function uuidOf({ secrets }: Context, projectId: string, key: string): string {
  const bytes = Buffer.from(secrets.fingerprint('stored file\n', projectId, '\n', key), 'base64url').subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
