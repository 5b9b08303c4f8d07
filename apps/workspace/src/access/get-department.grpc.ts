import { departmentErrors } from '@parley/contracts';
import type {
  Department as DepartmentMessage,
  GetDepartmentRequest,
  GetDepartmentResponse,
} from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { type Department, groupIdsOf, viewOf } from '../department/department.ts';
import { requireDirectoryVersion } from './directory-version.ts';

/** @throws projectErrors.project_not_found, departmentErrors.department_not_found */
export async function getDepartmentFacts(
  context: Context,
  { idProject, idDepartment, orDefault, name }: GetDepartmentRequest,
): Promise<GetDepartmentResponse> {
  const version = await requireDirectoryVersion(context, idProject);
  const { departments } = context;
  const byId = idDepartment === '' ? undefined : await departments.find(idProject, idDepartment);
  const named = byId ?? (name ? await departments.findNamed(idProject, name) : undefined);
  const wantsDefault = (idDepartment === '' && !name) || orDefault;
  const department = named ?? (wantsDefault ? await departments.find(idProject, 'default') : undefined);
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
