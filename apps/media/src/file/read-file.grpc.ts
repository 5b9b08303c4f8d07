import { mediaErrors, noProject } from '@parley/contracts';
import type { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';
import { readPath } from './file-path.ts';
import { linkSeconds, signedUrl } from './signature.ts';

type ReadFile = GrpcHandler<(typeof MediaServiceService)['readFile'], Context>;

/** Reads a file that a message of the project refers to. */
export const readFile: ReadFile = async ({ config, files, storage, signingKeys }, { idProject, src, maxBytes }) => {
  const origin = config.MEDIA_ORIGIN ?? config.PUBLIC_URL;
  const path = pathOf(src, [origin, config.PUBLIC_URL]);
  const file = path === undefined ? undefined : (await files.find(path))?.file;
  // Files of no project are open to all who know their path.
  if (file?.projectId !== idProject && file?.projectId !== noProject) throw mediaErrors.file_not_found();

  const { projectId, name, type, size } = file;
  const expires = Math.floor(Date.now() / 1_000) + linkSeconds;
  const link = signedUrl(origin, signingKeys, { projectId, path: file.path, expires });
  if (size > maxBytes) return { name, type, size, content: Buffer.alloc(0), link };
  const bytes = await storage.get(keyOf(file.objectKey, 'o'));
  if (!bytes) throw mediaErrors.storage_unavailable({}, new Error('a file has no bytes'));
  const content = Buffer.concat(await bytes.toArray());
  return { name, type, size, content, link };
};

/** Of an address of this installation. */
function pathOf(src: string, origins: readonly string[]): string | undefined {
  const url = URL.parse(src, origins[0]);
  const isOurs = url && origins.some((origin) => new URL(origin).origin === url.origin);
  const path = isOurs ? url.searchParams.get('path') : null;
  return path === null ? undefined : readPath(path);
}
