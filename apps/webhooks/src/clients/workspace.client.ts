import type { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { Batcher } from '@parley/service-kit/concurrency';
import type { PromiseClient } from '@parley/service-kit/grpc';

/** Claims of a callback token. */
interface TokenClaims {
  /** `_id` of the subscription. */
  id: string;
  projectId: string;
  jti: string;
  /** The event that the token was issued for, and its causation depth; calls made with the token inherit both. */
  event: string;
  depth: number;
  expiresAt: Date;
}

/** Maximum number of tokens per call. */
const maxTokens = 100;

/** Calls to the workspace service. */
export interface WorkspaceClient {
  /** A token with which a receiver may call back. @throws dependency_down */
  signToken(claims: TokenClaims): Promise<string>;
}

export function workspaceClient(identity: PromiseClient<typeof IdentityServiceService>): WorkspaceClient {
  const tokens = new Batcher<string, string>(
    async (claimsJson) => (await identity.signToken({ purpose: 'subscription', claimsJson: [...claimsJson] })).tokens,
    maxTokens,
  );
  return {
    signToken({ id, projectId, jti, event, depth, expiresAt }) {
      const exp = Math.floor(expiresAt.getTime() / 1_000);
      return tokens.load(JSON.stringify({ _id: id, id_project: projectId, jti, event, depth, exp }));
    },
  };
}
