import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** A connected principal: a person, or a visitor of one project. */
export type PresentPrincipal = { userId: string } | { projectId: string; visitorId: string };

export interface WorkspaceClient {
  setPresence(present: readonly PresentPrincipal[], seenAt: number): Promise<void>;
}

export function workspaceClient(client: PromiseClient<typeof DirectoryServiceService>): WorkspaceClient {
  return {
    async setPresence(present, seenAtMs) {
      const principals = present.map((one) =>
        'userId' in one ? { idUser: one.userId } : { idProject: one.projectId, uuidUser: one.visitorId },
      );
      await client.setPresence({ principals, seenAtMs });
    },
  };
}
