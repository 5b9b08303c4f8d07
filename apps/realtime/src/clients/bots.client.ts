import { AppError } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { IdentitySource, PromiseClient } from '@parley/service-kit';

/** Whom a bot's token proves; without the bots service no bot's token counts. */
export function botsClient(client: PromiseClient<typeof BotsServiceService>): Pick<IdentitySource, 'verifyBotToken'> {
  return {
    async verifyBotToken(token, idBot) {
      try {
        const { idBot: id, idProject: projectId, name, jti, requestId } = await client.verifyBotToken({ token, idBot });
        return { kind: 'bot', id, projectId, name, jti, requestId };
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') return undefined;
        throw error;
      }
    },
  };
}
