import type { fileApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { readPath } from './file-path.ts';
import { isPublic, mayReadPrivately } from './read-rights.ts';
import { signedUrl } from './signature.ts';

type SignFiles = Operation<typeof fileApi.signFiles, Context>;

/** Omits paths that the caller may not read. */
export const signFiles: SignFiles = async (context, actor, { id_project: projectId, paths, ttl }) => {
  const { config, files, signingKeys } = context;
  const expires = Math.floor(Date.now() / 1_000) + ttl;
  const urls: Record<string, string> = {};
  for (const sent of new Set(paths)) {
    const path = readPath(sent);
    const found = path === undefined ? undefined : await files.find(path);
    if (!path || found?.file.projectId !== projectId) continue;
    if (!isPublic(found) && !(await mayReadPrivately(context, actor, found))) continue;

    urls[sent] = signedUrl(config.MEDIA_ORIGIN ?? config.PUBLIC_URL, signingKeys, { projectId, path, expires });
  }
  return { urls, expiresAt: new Date(expires * 1_000).toISOString() };
};
