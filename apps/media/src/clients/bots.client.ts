import { AppError } from '@parley/contracts';
import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { PromiseClient } from '@parley/service-kit';

/** The bots service, spoken to in our own words. */
export interface BotsClient {
  /** The project of a bot; undefined if there is none. @throws dependency_down */
  projectOf(botId: string): Promise<string | undefined>;
}

export function botsClient(client: PromiseClient<typeof BotsServiceService>): BotsClient {
  return {
    async projectOf(idBot) {
      try {
        return (await client.getBotProject({ idBot })).idProject;
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') return undefined;
        throw error;
      }
    },
  };
}
