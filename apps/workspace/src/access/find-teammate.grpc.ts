import type { FindTeammateRequest, FindTeammateResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';

/** The active teammate of an address; who has none is no error. */
export async function findTeammate(
  { membershipQueries }: Context,
  { idProject, email }: FindTeammateRequest,
): Promise<FindTeammateResponse> {
  const idUser = (await membershipQueries.findUserId(idProject, email)) ?? '';
  const active = await membershipQueries.activeAmong(idProject, [idUser]);
  return { idUser: active.has(idUser) ? idUser : '' };
}
