import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { Recent } from '@parley/service-kit/concurrency';
import type { PromiseClient } from '@parley/service-kit/grpc';
import type { Logger } from '@parley/service-kit/observability';

const deadlineMs = 300;
const mostUsers = 200;
const rememberedProjects = 1000;

/** How many conversations teammates hold, as the conversations service counts them. */
export interface Workload {
  /**
   * By user id. Without an answer in 300 ms it is the last one remembered; whom nobody has been told about is missing.
   * Never throws.
   */
  heldBy(projectId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function workload(client: PromiseClient<typeof ConversationsServiceService>, log: Logger): Workload {
  const remembered = new Recent<Map<string, number>>(rememberedProjects);

  async function ask(idProject: string, userIds: string[]): Promise<void> {
    const { held } = await client.countActiveByTeammate({ idProject, userIds }, { deadlineMs });
    const told = new Map(held.map(({ idUser, held: count }) => [idUser, count]));
    const known = remembered.get(idProject) ?? new Map<string, number>();
    for (const id of userIds) known.set(id, told.get(id) ?? 0);
    remembered.set(idProject, known, Number.POSITIVE_INFINITY);
  }

  return {
    async heldBy(projectId, userIds) {
      const asked = [...new Set(userIds)];
      const parts = Array.from({ length: Math.ceil(asked.length / mostUsers) }, (_, part) =>
        asked.slice(part * mostUsers, (part + 1) * mostUsers),
      );
      try {
        await Promise.all(parts.map((part) => ask(projectId, part)));
      } catch (error) {
        log.debug({ err: error }, 'nobody tells how many conversations teammates hold');
      }
      const known = remembered.get(projectId);
      return new Map(asked.flatMap((id) => (known?.has(id) ? [[id, known.get(id) ?? 0] as const] : [])));
    },
  };
}
