import type { departmentApi } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { update, viewOf } from './department.ts';
import { departmentUpdateOf, withKnownShares } from './department-update.ts';
import { refuseUnknownBot, refuseUnknownGroups } from './references.ts';

type UpdateDepartment = Operation<typeof departmentApi.updateDepartment, Context>;

export const updateDepartment: UpdateDepartment = async (context, _actor, input) => {
  const { id_project: projectId, department_id: id, ...sent } = input;
  const wanted = departmentUpdateOf(sent);
  await refuseUnknownBot(context, projectId, wanted);

  const at = new Date();
  const department = await context.db.transaction(async () => {
    const changed = await context.departments.update(projectId, id, (current) =>
      update(current, withKnownShares(wanted, current), at),
    );
    if (wanted.idGroup || wanted.groups) await refuseUnknownGroups(context, changed);
    return changed;
  });
  return viewOf(department);
};
