import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import {
  type ActorTokens,
  client,
  type IdentitySource,
  type ServiceTokens,
  type Tracing,
  workspaceIdentity,
} from '@parley/service-kit';

import type { Config } from '../config.ts';

/** How long a question about an identity may take; a password hash is part of some. */
const deadlineMs = 3_000;

/** The workspace service, asked who callers are. */
export function openWorkspace({
  config,
  tracing,
  tokens,
}: {
  config: Config;
  tracing: Tracing;
  tokens: { actors: ActorTokens; services: ServiceTokens };
}): IdentitySource & { close(): void } {
  const { GRPC_TLS_CERT: cert, GRPC_TLS_KEY: key, GRPC_TLS_CA: ca, WORKSPACE_GRPC: address, ACTOR_KEY } = config;
  const tls = cert && key && ca ? { cert, key, ca } : undefined;
  const workspace = client(IdentityServiceService, {
    ...{ address, from: 'gateway', to: 'workspace', actorKey: ACTOR_KEY, deadlineMs },
    ...{ tls, tracing, tokens },
  });
  return { ...workspaceIdentity(workspace), close: () => workspace.close() };
}
