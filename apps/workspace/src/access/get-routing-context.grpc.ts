import { departmentErrors, projectErrors } from '@parley/contracts';
import type {
  Candidate,
  GetRoutingContextRequest,
  GetRoutingContextResponse,
  RoutingSettings,
} from '@parley/proto-gen/workspace/v1/directory';

import type { Context } from '../context.ts';
import { groupIdsOf } from '../department/department.ts';
import { openNow } from '../hours/open-now.ts';
import type { Project } from '../project/project.ts';
import { fullNameOf, type Teammate } from '../teammate/teammate.ts';
import { departmentMessageOf } from './get-department.grpc.ts';
import { versionOf } from './version.ts';

/** Everything routing goes by, as of one moment. Who has room for a conversation is not known here. */
export async function getRoutingContext(
  context: Context,
  { idProject, idDepartment }: GetRoutingContextRequest,
): Promise<GetRoutingContextResponse> {
  const version = await versionOf(context, idProject);
  const [project, department, team, groupsOf] = await Promise.all([
    context.projects.find(idProject),
    context.departments.find(idProject, idDepartment === '' ? 'default' : idDepartment),
    context.roster.listActive(idProject),
    context.groups.idsByMember(idProject),
  ]);
  if (!project) throw projectErrors.project_not_found();
  if (!department) throw departmentErrors.department_not_found();

  const { open, nextChangeAt } = openNow(context, project);
  const groups = await context.groups.listLiving(idProject, groupIdsOf(department));
  return {
    department: departmentMessageOf(department),
    groups: groups.map(({ id, name, enabled, members }) => ({ id, name, enabled, memberIds: enabled ? members : [] })),
    candidates: team.map((teammate) => candidateOf(teammate, groupsOf.get(teammate.idUser ?? '') ?? [])),
    open,
    nextChangeAtMs: nextChangeAt?.getTime(),
    settings: routingSettingsOf(project),
    version,
  };
}

function candidateOf(teammate: Teammate, groupIds: string[]): Candidate {
  return {
    idUser: teammate.idUser ?? '',
    idProjectUser: teammate.id,
    role: teammate.role ?? '',
    fullName: fullNameOf(teammate),
    userAvailable: teammate.userAvailable,
    presence: teammate.presence.status,
    maxServedChat: teammate.maxServedChat ?? undefined,
    groupIds,
  };
}

function routingSettingsOf({ settings }: Project): RoutingSettings {
  const whole = (name: string) => (Number.isInteger(settings[name]) ? (settings[name] as number) : undefined);
  return {
    chatLimitOn: settings.chat_limit_on === true,
    maxAgentAssignedChat: whole('max_agent_assigned_chat'),
    reassignmentOn: settings.reassignment_on === true,
    reassignmentDelay: whole('reassignment_delay'),
    autoCloseBotHours: whole('auto_close_bot_hours'),
    autoCloseAgentHours: whole('auto_close_agent_hours'),
    reopenWindowHours: whole('reopen_window_hours'),
  };
}
