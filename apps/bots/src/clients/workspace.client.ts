import { AppError } from '@parley/contracts';
import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import type { PromiseClient } from '@parley/service-kit';

/** What this service asks the workspace service. */
export interface WorkspaceClient {
  /** A department's record, as its GET shows it; nothing for one that the project has not. @throws dependency_down */
  findDepartment(projectId: string, id: string): Promise<object | undefined>;
}

export function workspaceClient(directory: PromiseClient<typeof DirectoryServiceService>): WorkspaceClient {
  return {
    async findDepartment(idProject, idDepartment) {
      try {
        const { department } = await directory.getDepartment({ idProject, idDepartment, orDefault: false });
        return department && (JSON.parse(department.recordJson) as object);
      } catch (error) {
        if (error instanceof AppError && error.kind === 'not_found') return undefined;
        throw error;
      }
    },
  };
}
