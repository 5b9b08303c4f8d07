import type { GetMembershipRequest, GetMembershipResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { membershipOf } from './membership-message.grpc.ts';

const notFound = { found: false, membership: undefined, version: 0 };

/** The stored membership, the only source of a role. Not found in a deleted project. */
export async function getMembership(context: Context, request: GetMembershipRequest): Promise<GetMembershipResponse> {
  const { idProject, kind, id } = request;
  const column = columnOf(kind);
  const known = column && (await context.membershipQueries.findWithVersion(idProject, column, id));
  if (known === undefined) return notFound;
  const { teammate, version } = known;
  return { found: teammate !== undefined, membership: teammate && membershipOf(teammate), version };
}

function columnOf(kind: string): 'id_user' | 'uuid_user' | undefined {
  if (kind === 'user' || kind === 'provisioned') return 'id_user';
  return kind === 'guest' || kind === 'external' ? 'uuid_user' : undefined;
}
