import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** User id of the teammate who has this address. @throws dependency_down */
  findTeammate(projectId: string, address: string): Promise<string | undefined>;
}

export function workspaceClient(client: PromiseClient<typeof DirectoryServiceService>): WorkspaceClient {
  return {
    async findTeammate(idProject, email) {
      const { idUser } = await client.findTeammate({ idProject, email });
      return idUser || undefined;
    },
  };
}
