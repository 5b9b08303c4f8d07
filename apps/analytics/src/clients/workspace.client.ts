import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** A compact JWS under a published key. @throws dependency_down */
  signChain(claims: object): Promise<string>;
}

export function workspaceClient(client: PromiseClient<typeof IdentityServiceService>): WorkspaceClient {
  return {
    async signChain(claims) {
      const {
        tokens: [token],
      } = await client.signToken({ purpose: 'activity_chain', claimsJson: [JSON.stringify(claims)] });
      if (token === undefined) throw new Error('A chain came back unsigned.');
      return token;
    },
  };
}
