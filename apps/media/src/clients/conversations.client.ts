import { type Actor, AppError } from '@parley/contracts';
import type { ConversationsServiceService } from '@parley/proto-gen/conversations/v1/conversations';
import { runInCall } from '@parley/service-kit/call';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Calls to the conversations service. */
export interface ConversationsClient {
  /** Whether this member may read this request. @throws dependency_down */
  mayRead(member: Actor, projectId: string, requestId: string): Promise<boolean>;
}

export function conversationsClient(client: PromiseClient<typeof ConversationsServiceService>): ConversationsClient {
  return {
    async mayRead(member, idProject, requestId) {
      try {
        await runInCall({ actor: member }, () => client.getRequestFor({ idProject, requestId }));
        return true;
      } catch (error) {
        if (error instanceof AppError && (error.kind === 'not_found' || error.kind === 'forbidden')) return false;
        throw error;
      }
    },
  };
}
