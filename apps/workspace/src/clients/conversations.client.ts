import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { LRUCache } from '@parley/service-kit/concurrency';
import type { PromiseClient } from '@parley/service-kit/grpc';
import type { Logger } from '@parley/service-kit/observability';

const deadlineMs = 300;
const maxUsersPerCall = 200;
const maxCachedProjects = 1000;

/** How many active conversations teammates have, as counted by the conversations service. */
export interface ActiveConversations {
  /**
   * By user id. Without an answer in 300 ms it returns the cached counts; users without one are missing.
   * Never throws.
   */
  countByTeammate(projectId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function activeConversations(
  client: PromiseClient<typeof ConversationsServiceService>,
  log: Logger,
): ActiveConversations {
  const cache = new LRUCache<string, Map<string, number>>({ max: maxCachedProjects });

  async function ask(idProject: string, userIds: string[]): Promise<void> {
    const { held } = await client.countActiveByTeammate({ idProject, userIds }, { deadlineMs });
    const returned = new Map(held.map(({ idUser, held: count }) => [idUser, count]));
    const cached = cache.get(idProject) ?? new Map<string, number>();
    for (const id of userIds) cached.set(id, returned.get(id) ?? 0);
    cache.set(idProject, cached);
  }

  return {
    async countByTeammate(projectId, userIds) {
      const asked = [...new Set(userIds)];
      const batches = Array.from({ length: Math.ceil(asked.length / maxUsersPerCall) }, (_, batch) =>
        asked.slice(batch * maxUsersPerCall, (batch + 1) * maxUsersPerCall),
      );
      try {
        await Promise.all(batches.map((batch) => ask(projectId, batch)));
      } catch (error) {
        log.debug({ err: error }, 'conversations did not return counts; using cached ones');
      }
      const cached = cache.get(projectId);
      return new Map(asked.flatMap((id) => (cached?.has(id) ? [[id, cached.get(id) ?? 0] as const] : [])));
    },
  };
}
