import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import type { PromiseClient } from '@parley/service-kit';

/** What this service asks the workspace service. */
export interface WorkspaceClient {
  /** A compact JWS under a published key. @throws dependency_down */
  signReceipt(claims: object): Promise<string>;
}

export function workspaceClient(client: PromiseClient<typeof IdentityServiceService>): WorkspaceClient {
  return {
    async signReceipt(claims) {
      const { token } = await client.signToken({ purpose: 'receipt', claimsJson: JSON.stringify(claims) });
      return token;
    },
  };
}
