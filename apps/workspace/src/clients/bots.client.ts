import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { PromiseClient } from '@parley/service-kit/grpc';
import type { Logger } from '@parley/service-kit/observability';

const rulesDeadlineMs = 300;

/** Client of the bots service. */
export interface Bots {
  /** Whether this bot exists in the project and is not trashed. @throws commonErrors.dependency_down */
  isAlive(projectId: string, id: string): Promise<boolean>;
  /** The rules by which widgets of the project open automatically. Empty without an answer in 300 ms. Never throws. */
  listWidgetRules(projectId: string): Promise<unknown[]>;
}

export function botsClient(client: PromiseClient<typeof BotsServiceService>, log: Logger): Bots {
  return {
    async isAlive(projectId, id) {
      const { bots } = await client.getBots({ idProject: projectId, ids: [id] });
      return bots.some((bot) => bot.id === id && !bot.trashed);
    },
    async listWidgetRules(projectId) {
      try {
        const { rulesJson } = await client.listWidgetRules({ idProject: projectId }, { deadlineMs: rulesDeadlineMs });
        return rulesJson.map((rule): unknown => JSON.parse(rule));
      } catch (error) {
        log.debug({ err: error }, 'bots did not return widget rules; they are left out');
        return [];
      }
    },
  };
}
