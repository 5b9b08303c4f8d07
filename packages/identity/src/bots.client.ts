import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { PromiseClient } from '@parley/service-kit/grpc';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { IdentitySource } from './source.ts';

/** Verifies tokens of bots with the bots service. `expiresAt` in ms since the epoch. Source: contract 60. */
export function botIdentity(bots: PromiseClient<BotsServiceService>): Pick<IdentitySource, 'verifyBotToken'> {
  return {
    async verifyBotToken(token, idBot) {
      const proven = await undefinedIfNotFound(bots.verifyBotToken({ token, idBot }));
      if (!proven) return undefined;
      const { idBot: id, idProject: projectId, name, jti, requestId, event, depth, expiresAt } = proven;
      const principal = { kind: 'bot', id, projectId, name, jti, requestId, event, depth } as const;
      return { principal, expiresAt: expiresAt * 1000 };
    },
  };
}
