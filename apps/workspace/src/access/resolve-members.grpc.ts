import { validationFailed } from '@parley/contracts';
import type { ResolveMembersRequest, ResolveMembersResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { principalIdOf } from '../teammate/teammate.ts';
import { requireDirectoryVersion } from './directory-version.ts';
import { memberOf } from './membership-message.grpc.ts';

const maxIds = 200;

/** The memberships behind ids of any kind. @throws projectErrors.project_not_found, commonErrors.validation_failed */
export async function resolveMembers(
  context: Context,
  request: ResolveMembersRequest,
): Promise<ResolveMembersResponse> {
  const { idProject, ids } = request;
  if (ids.length > maxIds) throw validationFailed([{ param: 'ids', location: 'body', msg: `At most ${maxIds}` }]);

  const version = await requireDirectoryVersion(context, idProject);
  const found = ids.length === 0 ? [] : await context.membershipQueries.resolve(idProject, ids);
  const known = new Set(found.flatMap((teammate) => [teammate.id, principalIdOf(teammate)]));
  return { members: found.map(memberOf), missing: ids.filter((id) => !known.has(id)), version };
}
