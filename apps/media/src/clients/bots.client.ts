import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';

/** Calls to the bots service. */
export interface BotsClient {
  /** The project of a bot; undefined if there is none. @throws dependency_down */
  projectOf(botId: string): Promise<string | undefined>;
}

export function botsClient(client: PromiseClient<typeof BotsServiceService>): BotsClient {
  return {
    projectOf: async (idBot) => (await undefinedIfNotFound(client.getBotProject({ idBot })))?.idProject,
  };
}
