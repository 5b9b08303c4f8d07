import type { GetMembershipRequest, GetMembershipResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { membershipOf } from './membership-message.grpc.ts';

/** The stored membership, the only source of a role. Not found in a deleted project. */
export async function getMembership(context: Context, request: GetMembershipRequest): Promise<GetMembershipResponse> {
  const { idProject, kind, id } = request;
  const version = await context.projects.directoryVersionOf(idProject);
  const teammate = version === undefined ? undefined : await find(context, idProject, kind, id);
  return { found: teammate !== undefined, membership: teammate && membershipOf(teammate), version: version ?? 0 };
}

function find({ teammates, visitors }: Context, projectId: string, kind: string, id: string) {
  if (kind === 'user' || kind === 'provisioned') return teammates.findByUser(projectId, id);
  return kind === 'guest' || kind === 'external' ? visitors.find(projectId, id) : undefined;
}
