import { departmentErrors, projectErrors } from '@parley/contracts';
import type { GetRoutingContextRequest, GetRoutingContextResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { groupIdsOf } from '../department/department.ts';
import { openNow } from '../hours/open-now.ts';
import { requireDirectoryVersion } from './directory-version.ts';
import { departmentMessageOf } from './get-department.grpc.ts';
import { type CachedRoutingContext, candidateOf, groupOf, routingSettingsOf } from './routing-message.grpc.ts';

/** A change raises the directory version, which is part of the key; the TTL only bounds changes made by hand. */
const cacheTtlMs = 60_000;

/** Everything routing depends on, at one directory version. Free capacity is not known here. */
export async function getRoutingContext(
  context: Context,
  { idProject, idDepartment }: GetRoutingContextRequest,
): Promise<GetRoutingContextResponse> {
  const version = await requireDirectoryVersion(context, idProject);
  const key = `${idProject} ${version} ${idDepartment}`;
  const hit = context.routingContexts.get(key);
  const cached = hit ?? (await read(context, idProject, idDepartment));
  if (!hit) context.routingContexts.set(key, cached, { ttl: cacheTtlMs });

  const { open, nextChangeAt } = openNow(context, cached.project, cached.holidays);
  return { ...cached.response, open, nextChangeAtMs: nextChangeAt?.getTime(), version };
}

/** @throws projectErrors.project_not_found, departmentErrors.department_not_found */
async function read(context: Context, projectId: string, departmentId: string): Promise<CachedRoutingContext> {
  const [project, holidays, department, team, groupsOf] = await Promise.all([
    context.projects.find(projectId),
    context.holidays.ofHours(projectId),
    context.departments.find(projectId, departmentId === '' ? 'default' : departmentId),
    context.membershipQueries.listActive(projectId),
    context.groups.idsByMember(projectId),
  ]);
  if (!project) throw projectErrors.project_not_found();
  if (!department) throw departmentErrors.department_not_found();

  const groups = await context.groups.listLiving(projectId, groupIdsOf(department));
  return {
    project,
    holidays,
    response: {
      department: departmentMessageOf(department),
      groups: groups.map(groupOf),
      candidates: team.map((teammate) => candidateOf(teammate, groupsOf.get(teammate.idUser ?? '') ?? [])),
      settings: routingSettingsOf(project),
    },
  };
}
