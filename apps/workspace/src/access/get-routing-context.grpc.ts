import { departmentErrors, projectErrors } from '@parley/contracts';
import type { GetRoutingContextRequest, GetRoutingContextResponse } from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { groupIdsOf } from '../department/department.ts';
import { openNow } from '../hours/open-now.ts';
import { departmentMessageOf } from './get-department.grpc.ts';
import { candidateOf, groupOf, type RoutingFacts, routingSettingsOf } from './routing-facts.grpc.ts';
import { versionOf } from './version.ts';

/** Whatever is remembered raises the version when it changes; only a change by hand is heard of as late as this. */
const rememberedMs = 60_000;

/** Everything routing goes by, as of one moment. Who has room for a conversation is not known here. */
export async function getRoutingContext(
  context: Context,
  { idProject, idDepartment }: GetRoutingContextRequest,
): Promise<GetRoutingContextResponse> {
  const version = await versionOf(context, idProject);
  const key = `${idProject} ${version} ${idDepartment}`;
  const known = context.routingFacts.get(key);
  const facts = known ?? (await read(context, idProject, idDepartment));
  if (!known) context.routingFacts.set(key, facts, Date.now() + rememberedMs);

  const { open, nextChangeAt } = openNow(context, facts.project);
  return { ...facts.told, open, nextChangeAtMs: nextChangeAt?.getTime(), version };
}

/** @throws projectErrors.project_not_found, departmentErrors.department_not_found */
async function read(context: Context, projectId: string, departmentId: string): Promise<RoutingFacts> {
  const [project, department, team, groupsOf] = await Promise.all([
    context.projects.find(projectId),
    context.departments.find(projectId, departmentId === '' ? 'default' : departmentId),
    context.roster.listActive(projectId),
    context.groups.idsByMember(projectId),
  ]);
  if (!project) throw projectErrors.project_not_found();
  if (!department) throw departmentErrors.department_not_found();

  const groups = await context.groups.listLiving(projectId, groupIdsOf(department));
  return {
    project,
    told: {
      department: departmentMessageOf(department),
      groups: groups.map(groupOf),
      candidates: team.map((teammate) => candidateOf(teammate, groupsOf.get(teammate.idUser ?? '') ?? [])),
      settings: routingSettingsOf(project),
    },
  };
}
