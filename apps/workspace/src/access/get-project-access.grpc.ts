import type { GetProjectAccessRequest, GetProjectAccessResponse } from '@parley/proto-gen/workspace/v1/identity';

import type { Context } from '../context.ts';

export async function getProjectAccess(
  context: Context,
  { idProject }: GetProjectAccessRequest,
): Promise<GetProjectAccessResponse> {
  const access = await context.projects.accessOf(idProject);
  if (access) return { live: true, ...access };
  return { live: false, bannedIds: [], bannedAddresses: [], allowedAddresses: [], deniedAddresses: [], version: 0 };
}
