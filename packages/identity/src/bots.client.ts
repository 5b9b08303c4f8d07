import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { PromiseClient } from '@parley/service-kit/grpc';
import { undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { IdentitySource } from './source.ts';

/** Whom a bot's token proves, as the bots service tells it. Source: contract 60. */
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
