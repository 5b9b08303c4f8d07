import { projectErrors, type widgetApi } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { DepartmentStatus } from '../department/department.ts';
import { availableOf } from '../hours/availability.ts';
import { openNow } from '../hours/open-now.ts';
import { type SharedSettings, sharedSettingsOf } from './widget.ts';

type GetWidgetSettings = Operation<typeof widgetApi.getWidgetSettings, Context>;

/** Opening hours and bots' rules do not raise the directory version; the TTL bounds their age. */
const cacheTtlMs = 5_000;

// An upper bound, far beyond any project.
const maxDepartments = 1000;

export const getWidgetSettings: GetWidgetSettings = async (context, _actor, { id_project: projectId }) => {
  const version = await context.projects.directoryVersionOf(projectId);
  if (version === undefined) throw projectErrors.project_not_found();

  // A change of anything else raises the version.
  const key = `${projectId} ${version}`;
  const known = context.widgetSettings.get(key);
  const shared = known ?? (await read(context, projectId));
  if (!known) context.widgetSettings.set(key, shared, Date.now() + cacheTtlMs);

  return { ...shared, ip: currentCall().clientAddress ?? '' };
};

/** @throws projectErrors.project_not_found */
async function read(context: Context, projectId: string): Promise<SharedSettings> {
  const [project, team, { departments }, rules] = await Promise.all([
    context.projects.find(projectId),
    context.membershipQueries.listActive(projectId),
    context.departments.list(projectId, DepartmentStatus.visible, { page: 0, limit: maxDepartments, byName: false }),
    context.bots.listWidgetRules(projectId),
  ]);
  if (!project) throw projectErrors.project_not_found();

  const { open } = openNow(context, project);
  return sharedSettingsOf(project, open ? availableOf(team) : [], departments, rules);
}
