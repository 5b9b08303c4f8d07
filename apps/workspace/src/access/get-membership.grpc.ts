import { everyMember, isVisitor, type PrincipalKind } from '@parley/contracts';
import type { GetMembershipRequest, GetMembershipResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';
import { membershipOf } from './membership-message.grpc.ts';

const notFound = { found: false, membership: undefined, version: 0 };

/** The stored membership, the only source of a role. Not found in a deleted project. */
export async function getMembership(context: Context, request: GetMembershipRequest): Promise<GetMembershipResponse> {
  const { idProject, kind, id } = request;
  const column = columnOf(kind as PrincipalKind);
  const known = column && (await context.membershipQueries.findWithVersion(idProject, column, id));
  if (known === undefined) return notFound;
  const { teammate, version, lacksSecondFactor } = known;
  return { found: teammate !== undefined, membership: teammate && membershipOf(teammate, lacksSecondFactor), version };
}

/** Where memberships name a person of this kind, or the person that a machine token acts for; bots and webhooks have none. */
function columnOf(kind: PrincipalKind): 'id_user' | 'uuid_user' | undefined {
  if (isVisitor(kind)) return 'uuid_user';
  return everyMember.some((member) => member === kind) ? 'id_user' : undefined;
}
