import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { client, undefinedIfNotFound } from '@parley/service-kit/grpc';

import type { Demo } from '../demo/seed-demo.ts';
import type { Environment } from '../environment.ts';

/**
 * A link that opens the console as the owner of the demo project, once and within an hour.
 * @param env of the gateway
 * @returns undefined without a demo, in production, with `CONSOLE=off`, and when the owner is gone
 */
export async function consoleLink(demo: Demo | undefined, env: Environment): Promise<string | undefined> {
  const idUser = demo?.ownerId;
  if (idUser === undefined || env.NODE_ENV === 'production' || env.CONSOLE === 'off') return undefined;
  const workspace = client(IdentityServiceService, {
    ...{ address: env.WORKSPACE_GRPC ?? '', from: 'all-in-one', to: 'workspace', deadlineMs: 10_000 },
    actorKey: new Uint8Array(Buffer.from(env.ACTOR_KEY ?? '', 'base64url')),
  });
  try {
    const answer = await undefinedIfNotFound(workspace.createSignInCode({ idUser }));
    return answer && `${env.PUBLIC_URL}/console/#code=${answer.code}`;
  } finally {
    workspace.close();
  }
}
