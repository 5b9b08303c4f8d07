import { factorErrors, groupErrors, roleErrors, signInErrors, validationFailed } from '@parley/contracts';

import type { Context } from '../context.ts';
import { isActiveOwner } from '../teammate/teammate.ts';
import type { SignInConnection } from './sign-in-connection.ts';

/**
 * What a connection names has to exist, and an enforced one must lock no one out. The caller holds the team lock.
 * @throws roleErrors.role_not_found; groupErrors.group_not_found; signInErrors.domain_not_proved; factorErrors.second_factor_missing;
 * commonErrors.validation_failed
 */
export async function refuseBadReferences(context: Context, connection: SignInConnection): Promise<void> {
  const { projectId, roleMap, groupMap, enforced, breakGlass } = connection;
  for (const { role, role_id: id } of roleMap) {
    if (id === undefined) continue;
    const custom = await context.roles.find(projectId, id);
    if (!custom) throw roleErrors.role_not_found();
    if (custom.base !== role) throw fault('role_map', 'The role is not the base of the custom role');
  }
  const groups = [...new Set(groupMap.map(({ id_group }) => id_group))];
  if ((await context.groups.listLiving(projectId, groups)).length < groups.length) throw groupErrors.group_not_found();

  for (const userId of breakGlass) {
    const teammate = await context.teammates.findByUser(projectId, userId);
    if (!teammate || !isActiveOwner(teammate)) throw fault('break_glass', 'Must be owners of the project');
  }
  if (!enforced) return;
  if (!(await context.signInDomains.hasAny(projectId))) throw signInErrors.domain_not_proved();
  if (breakGlass.length === 0) throw fault('break_glass', 'Name at least one owner');
  for (const userId of breakGlass)
    if ((await context.factors.kindsOf(userId)).length === 0)
      throw factorErrors.second_factor_missing({ id_user: userId });
}

function fault(param: string, msg: string) {
  return validationFailed([{ param, location: 'body', msg }]);
}
