import { type departmentApi, type FieldFault, validationFailed } from '@parley/contracts';
import { newId, type Operation } from '@parley/service-kit';

import type { Context } from '../context.ts';
import { groupIdsOf, type NewDepartment, newDepartment, viewOf } from './department.ts';

type CreateDepartment = Operation<typeof departmentApi.createDepartment, Context>;

export const createDepartment: CreateDepartment = async (context, actor, input) => {
  const {
    id_project: projectId,
    default: isDefault,
    bot_only: botOnly,
    id_group,
    online_msg,
    offline_msg,
    ...rest
  } = input;
  const wanted: NewDepartment = {
    ...rest,
    isDefault,
    botOnly,
    idGroup: id_group === '' ? undefined : id_group,
    onlineMsg: online_msg,
    offlineMsg: offline_msg,
    groups: input.groups?.map(({ group_id, percentage = 0 }) => ({ _id: newId(), group_id, percentage })),
  };

  const at = new Date();
  const department = newDepartment(newId(at), projectId, wanted, actor.id, at);
  const stored = await context.db.transaction(async () => {
    // Held by the lock of the team that a removal of a group takes as well.
    await context.projects.lockTeam(projectId);
    await refuseUnknownGroups(context, projectId, groupIdsOf(department));
    return context.departments.insert(department);
  });
  return viewOf(stored);
};

async function refuseUnknownGroups(context: Context, projectId: string, ids: string[]): Promise<void> {
  const living = new Set((await context.groups.listLiving(projectId, ids)).map(({ id }) => id));
  const faults = ids
    .filter((id) => !living.has(id))
    .map((): FieldFault => ({ param: 'id_group', location: 'body', msg: 'There is no such group in the project' }));
  if (faults.length > 0) throw validationFailed(faults);
}
