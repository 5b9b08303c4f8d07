import type { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { type PromiseClient, undefinedIfNotFound } from '@parley/service-kit/grpc';
import { z } from 'zod';

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** User id of the teammate who has this address. @throws dependency_down */
  findTeammate(projectId: string, address: string): Promise<string | undefined>;
  /** Whether visitors get by mail what they have not read. @throws dependency_down */
  sendsTranscripts(projectId: string): Promise<boolean>;
}

const Settings = z.object({ mail_transcripts: z.string().optional().catch(undefined) });

export function workspaceClient(client: PromiseClient<typeof DirectoryServiceService>): WorkspaceClient {
  return {
    async findTeammate(idProject, email) {
      const { idUser } = await client.findTeammate({ idProject, email });
      return idUser || undefined;
    },
    async sendsTranscripts(idProject) {
      const project = await undefinedIfNotFound(client.getProject({ idProject }));
      return project !== undefined && Settings.parse(JSON.parse(project.settingsJson)).mail_transcripts === 'unread';
    },
  };
}
