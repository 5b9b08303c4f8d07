import type { apiTokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { rotate, viewOf } from './api-token.ts';
import { newSecret } from './secret.ts';

type RotateApiToken = Operation<typeof apiTokenApi.rotateApiToken, Context>;

export const rotateApiToken: RotateApiToken = async (context, actor, input) => {
  const { id_project: projectId, api_token_id: id, expires_in } = input;
  const at = new Date();
  const expiresAt = expires_in === undefined ? undefined : new Date(at.getTime() + expires_in * 1000);
  const { token, hash } = newSecret();
  const rotated = await context.apiTokens.rotate(projectId, id, hash, (current) =>
    rotate(current, { actor, expiresAt, at }),
  );
  return { ...viewOf(rotated), token };
};
