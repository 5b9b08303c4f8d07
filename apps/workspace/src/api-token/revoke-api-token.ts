import type { apiTokenApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { refuseForeign, revoke, viewOf } from './api-token.ts';

type RevokeApiToken = Operation<typeof apiTokenApi.revokeApiToken, Context>;

export const revokeApiToken: RevokeApiToken = async (context, actor, { id_project, api_token_id: id }) => {
  const at = new Date();
  return viewOf(
    await context.apiTokens.update(id_project, id, (current) => {
      refuseForeign(current, actor);
      return revoke(current, at);
    }),
  );
};
