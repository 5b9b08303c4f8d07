import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import type { PromiseClient } from '@parley/service-kit/grpc';
import { z } from 'zod';

const Outcome = z.enum(['deleted', 'absent', 'kept']);

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** A compact JWS under a published key. @throws dependency_down */
  signReceipt(claims: object): Promise<string>;
  /**
   * Deletes a project or an account again.
   * @returns `kept`: an account that is the only owner of a living project
   * @throws dependency_down
   */
  repeatDeletion(deleted: { projectId: string } | { userId: string }): Promise<'deleted' | 'absent' | 'kept'>;
}

export function workspaceClient(client: PromiseClient<typeof IdentityServiceService>): WorkspaceClient {
  return {
    async signReceipt(claims) {
      const {
        tokens: [token],
      } = await client.signToken({ purpose: 'receipt', claimsJson: [JSON.stringify(claims)] });
      if (token === undefined) throw new Error('A receipt came back unsigned.');
      return token;
    },
    async repeatDeletion(deleted) {
      const { outcome } = await client.repeatDeletion(
        'userId' in deleted ? { idUser: deleted.userId } : { idProject: deleted.projectId },
      );
      return Outcome.parse(outcome);
    },
  };
}
