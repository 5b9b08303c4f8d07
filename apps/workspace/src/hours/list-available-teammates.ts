import { type Actor, departmentErrors, type hoursApi, isMachine, projectErrors, roleReaches } from '@parley/contracts';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { groupIdsOf } from '../department/department.ts';
import { isBusy } from '../teammate/busy.ts';
import type { Teammate } from '../teammate/teammate.ts';
import { availableOf, colleagueViewOf, publicViewOf, servingOf } from './availability.ts';
import { openNow } from './open-now.ts';

type ListAvailableTeammates = Operation<typeof hoursApi.listAvailableTeammates, Context>;

export const listAvailableTeammates: ListAvailableTeammates = async (context, actor, input) => {
  const { id_project: projectId, raw, department } = input;
  const [project, holidays] = await Promise.all([
    context.projects.find(projectId),
    context.holidays.ofHours(projectId),
  ]);
  if (!project) throw projectErrors.project_not_found();

  const { open } = openNow(context, project, holidays);
  const team = await teamOf(context, projectId, department);
  const ready = open || raw !== undefined ? availableOf(team) : [];
  if (ready.length === 0) return [];

  const held = await context.activeConversations.countByTeammate(
    projectId,
    ready.map(({ idUser }) => idUser ?? ''),
  );
  const countOf = ({ idUser }: Teammate) => held.get(idUser ?? '');
  const free = ready.filter((teammate) => !isBusy(teammate.maxServedChat, project.settings, countOf(teammate)));
  return free.map((teammate) =>
    isColleague(actor) ? colleagueViewOf(teammate, countOf(teammate)) : publicViewOf(teammate),
  );
};

/** @throws departmentErrors.department_not_found */
async function teamOf(context: Context, projectId: string, departmentId: string | undefined): Promise<Teammate[]> {
  const [team, department] = await Promise.all([
    context.membershipQueries.listActive(projectId),
    departmentId === undefined ? undefined : context.departments.find(projectId, departmentId),
  ]);
  if (departmentId === undefined) return team;
  if (!department) throw departmentErrors.department_not_found();
  return servingOf(team, department, await context.groups.listLiving(projectId, groupIdsOf(department)));
}

/** Bots act as agents, but do not see addresses. */
function isColleague({ kind, role }: Actor): boolean {
  return roleReaches(role, 'agent') && !isMachine(kind);
}
