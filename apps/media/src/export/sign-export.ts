import type { exportApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { sign } from '../file/signature.ts';
import { pathOfPart } from './part-path.ts';

type SignExport = Operation<typeof exportApi.signExport, Context>;

const lifetimeSeconds = 900;

export const signExport: SignExport = async (context, _actor, { id_project: projectId, export: id }) => {
  const { config, exports, signingKeys } = context;
  const expires = Math.floor(Date.now() / 1_000) + lifetimeSeconds;
  const parts = await exports.sign(projectId, id);
  return {
    parts: parts.map(({ name, size, sha256 }) => {
      const path = pathOfPart(projectId, id, name);
      const query = new URLSearchParams({
        expires: String(expires),
        signature: sign(signingKeys, { projectId, path, expires }),
      });
      return { name, size, sha256, url: `${config.MEDIA_ORIGIN ?? config.PUBLIC_URL}${path}?${query}` };
    }),
    expiresAt: new Date(expires * 1_000).toISOString(),
  };
};
