import { roleErrors, type teammateApi } from '@parley/contracts';
import { checkIfMatch } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update } from './membership.ts';
import { teamLoad } from './team-load.ts';
import { type CustomRole, viewOf } from './teammate.ts';

type UpdateTeammate = Operation<typeof teammateApi.updateTeammate, Context>;

export const updateTeammate: UpdateTeammate = async (context, actor, input) => {
  const { id_project: projectId, project_user_id: id, user_available: userAvailable, roleId, ...rest } = input;
  const known = await context.teammates.find(projectId, id);
  const load = await teamLoad(context, projectId, [known?.idUser]);
  const at = new Date();
  const teammate = await context.teammates.update(projectId, id, async (current, otherOwners) => {
    checkIfMatch(current.version);
    const customRole = await customRoleOf(context, projectId, roleId);
    return update(
      current,
      { userAvailable, customRole, ...rest },
      { actor, at, otherOwners, source: 'updateTeammate' },
    );
  });
  return viewOf(teammate, 'id', load);
};

/** Under the team lock, which the deletion of a role holds as well. @throws roleErrors.role_not_found */
async function customRoleOf(
  context: Context,
  projectId: string,
  id: string | undefined,
): Promise<CustomRole | null | undefined> {
  if (id === undefined || id === '') return id === '' ? null : undefined;
  const role = await context.roles.find(projectId, id);
  if (!role) throw roleErrors.role_not_found();
  const { base, rights, visibility } = role;
  return { id, base, rights, visibility };
}
