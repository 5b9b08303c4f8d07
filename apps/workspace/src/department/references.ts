import { type FieldFault, validationFailed } from '@parley/contracts';

import type { Context } from '../context.ts';
import { type Department, type DepartmentUpdate, groupIdsOf } from './department.ts';

/**
 * Call before the transaction: a remote call must never hold a row lock.
 * @throws commonErrors.validation_failed when the project has no such living bot, dependency_down
 */
export async function refuseUnknownBot(
  context: Context,
  projectId: string,
  { idBot }: DepartmentUpdate,
): Promise<void> {
  if (idBot && !(await context.bots.isAlive(projectId, idBot))) throw unknown(['id_bot'], 'bot');
}

/**
 * The caller holds the team lock, as does the removal of a group.
 * @throws commonErrors.validation_failed when the project has no such living group
 */
export async function refuseUnknownGroups(context: Context, department: Department): Promise<void> {
  const ids = groupIdsOf(department);
  const living = new Set((await context.groups.listLiving(department.projectId, ids)).map(({ id }) => id));
  const params = [
    ...(department.idGroup && !living.has(department.idGroup) ? ['id_group'] : []),
    ...department.groups.flatMap(({ group_id }, at) => (living.has(group_id) ? [] : [`groups.${at}.group_id`])),
  ];
  if (params.length > 0) throw unknown(params, 'group');
}

function unknown(params: string[], noun: string) {
  return validationFailed(
    params.map((param): FieldFault => ({ param, location: 'body', msg: `There is no such ${noun} in the project` })),
  );
}
