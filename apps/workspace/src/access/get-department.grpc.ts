import { departmentErrors } from '@parley/contracts';
import type {
  Department as DepartmentMessage,
  GetDepartmentRequest,
  GetDepartmentResponse,
} from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { type Department, groupIdsOf, viewOf } from '../department/department.ts';
import { versionOf } from './version.ts';

/** @throws projectErrors.project_not_found, departmentErrors.department_not_found */
export async function getDepartmentFacts(
  context: Context,
  { idProject, idDepartment, orDefault }: GetDepartmentRequest,
): Promise<GetDepartmentResponse> {
  const version = await versionOf(context, idProject);
  const named = idDepartment === '' ? undefined : await context.departments.find(idProject, idDepartment);
  const wantsDefault = idDepartment === '' || orDefault;
  const department = named ?? (wantsDefault ? await context.departments.find(idProject, 'default') : undefined);
  if (!department) throw departmentErrors.department_not_found();
  return { department: departmentMessageOf(department), wasDefault: department.isDefault, version };
}

export function departmentMessageOf(department: Department): DepartmentMessage {
  return {
    id: department.id,
    name: department.name,
    routing: department.routing,
    idBot: department.idBot,
    botOnly: department.botOnly ?? false,
    idGroup: department.idGroup,
    groupIds: groupIdsOf(department),
    isDefault: department.isDefault,
    status: department.status,
    recordJson: JSON.stringify(viewOf(department)),
  };
}
