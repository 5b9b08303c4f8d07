import { AppError } from '@parley/contracts';
import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { type ActorTokens, client, type IdentitySource, type ServiceTokens, type Tracing } from '@parley/service-kit';

import type { Config } from '../config.ts';

const deadlineMs = 2_000;

/** The bots service, asked whom a bot's token proves; without its address no bot's token counts. */
export function openBots({
  config,
  tracing,
  tokens,
}: {
  config: Config;
  tracing: Tracing;
  tokens: { actors: ActorTokens; services: ServiceTokens };
}): Pick<IdentitySource, 'verifyBotToken'> & { close(): void } {
  const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca, BOTS_GRPC: address, ACTOR_KEY } = config;
  if (address === undefined) return { close() {} };

  const tls = cert && key && ca ? { cert, key, ca } : undefined;
  const bots = client(BotsServiceService, {
    ...{ address, from: 'gateway', to: 'bots', actorKey: ACTOR_KEY, deadlineMs },
    ...{ tls, tracing, tokens },
  });
  return {
    async verifyBotToken(token, idBot) {
      try {
        const { idBot: id, idProject: projectId, ...proven } = await bots.verifyBotToken({ token, idBot });
        const { name, jti, requestId, event, depth } = proven;
        return { kind: 'bot', id, projectId, name, jti, requestId, event, depth };
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') return undefined;
        throw error;
      }
    },
    close: () => bots.close(),
  };
}
