import { mediaErrors, noProject } from '@parley/contracts';
import type { MediaServiceService } from '@parley/proto-gen/media/v1/media';
import type { GrpcHandler } from '@parley/service-kit/grpc';

import type { Context } from '../context.ts';
import { keyOf } from '../storage/storage.ts';
import type { FileRepository } from './file.repository.ts';
import type { StoredFile } from './file.ts';
import { pathsIn } from './file-path.ts';
import { linkSeconds, signedUrl } from './signature.ts';

type ReadFile = GrpcHandler<(typeof MediaServiceService)['readFile'], Context>;

/** Reads a file that a message of the project refers to. */
export const readFile: ReadFile = async ({ config, files, storage, signingKeys }, { idProject, src, maxBytes }) => {
  const file = await fileAt(files, idProject, src);
  if (!file) throw mediaErrors.file_not_found();

  const { projectId, name, type, size } = file;
  const expires = Math.floor(Date.now() / 1_000) + linkSeconds;
  const link = signedUrl(config.MEDIA_ORIGIN ?? config.PUBLIC_URL, signingKeys, {
    projectId,
    path: file.path,
    expires,
  });
  if (size > maxBytes) return { name, type, size, content: Buffer.alloc(0), link };
  const bytes = await storage.get(keyOf(file.objectKey, 'o'));
  if (!bytes) throw mediaErrors.storage_unavailable({}, new Error('a file has no bytes'));
  const content = Buffer.concat(await bytes.toArray());
  return { name, type, size, content, link };
};

/** The path decides, whatever name the installation was called by. */
async function fileAt(files: FileRepository, projectId: string, src: string): Promise<StoredFile | undefined> {
  for (const path of pathsIn(src)) {
    const found = await files.find(path);
    // Files of no project are open to all who know their path.
    if (found?.file.projectId === projectId || found?.file.projectId === noProject) return found.file;
  }
  return undefined;
}
