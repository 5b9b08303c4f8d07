import type { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import type { PromiseClient } from '@parley/service-kit/grpc';
import type { Logger } from '@parley/service-kit/observability';

const rulesDeadlineMs = 300;

/** The bots service, spoken to in our own words. */
export interface Bots {
  /** Whether this is a bot of the project that is not trashed. @throws commonErrors.dependency_down */
  isAlive(projectId: string, id: string): Promise<boolean>;
  /** By which rules widgets of the project open by themselves. None without an answer in 300 ms. Never throws. */
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
        log.debug({ err: error }, 'nobody tells the rules of widgets');
        return [];
      }
    },
  };
}
