import { Language, projectErrors, type widgetApi } from '@parley/contracts';
import { currentCall } from '@parley/service-kit/call';
import type { Operation } from '@parley/service-kit/http';

import type { Context } from '../context.ts';
import { DepartmentStatus } from '../department/department.ts';
import { availableOf } from '../hours/availability.ts';
import { openNow } from '../hours/open-now.ts';
import { resolve } from '../label/label.ts';
import { allowedSitesOf } from '../project/allowed-sites.ts';
import { languagesFor } from '../shipped-label/shipped-labels.ts';
import { refuseSite } from '../visitor/admission.ts';
import { asTopic, openOf, type SharedSettings, sharedSettingsOf, uploadTypesOf } from './widget.ts';

type GetWidgetSettings = Operation<typeof widgetApi.getWidgetSettings, Context>;

/** Opening hours and bots' rules do not raise the directory version; the TTL bounds their age. */
const cacheTtlMs = 5_000;

// An upper bound, far beyond any project.
const maxDepartments = 1000;

export const getWidgetSettings: GetWidgetSettings = async (context, _actor, { id_project: projectId, lang }) => {
  const version = await context.projects.directoryVersionOf(projectId);
  if (version === undefined) throw projectErrors.project_not_found();

  // A change of anything else raises the version.
  const key = `${projectId} ${version}`;
  const known = context.widgetSettings.get(key);
  const shared = known ?? (await read(context, projectId));
  if (!known) context.widgetSettings.set(key, shared, { ttl: lifetimeOf(shared) });
  refuseSite(allowedSitesOf(shared.project.settings));

  const { open, uploads, departments, ...first } = shared;
  const ip = currentCall().clientAddress ?? '';
  if (lang === undefined) return { ...first, departments, ip, open, uploads, labels: undefined };
  const labels = await labelsOf(context, projectId, lang);
  return { ...first, departments: departments.map((one) => asTopic(one, labels.lang)), ip, open, uploads, labels };
};

/** A cached answer must not outlive the open state it holds. */
function lifetimeOf({ open: { next_change_at: change } }: SharedSettings): number {
  // To lru-cache, 0 is for ever.
  return change === undefined ? cacheTtlMs : Math.max(1, Math.min(cacheTtlMs, Date.parse(change) - Date.now()));
}

async function labelsOf(context: Context, projectId: string, lang: string) {
  const { data: language } = Language.safeParse(lang);
  const own = await context.labels.entriesFor(projectId, language === undefined ? [] : languagesFor(language));
  const { lang: found, data } = resolve(language, own);
  return { lang: found, data };
}

/** @throws projectErrors.project_not_found */
async function read(context: Context, projectId: string): Promise<SharedSettings> {
  const [project, holidays, team, { departments }, rules] = await Promise.all([
    context.projects.find(projectId),
    context.holidays.ofHours(projectId),
    context.membershipQueries.listActive(projectId),
    context.departments.list(projectId, DepartmentStatus.visible, { page: 0, limit: maxDepartments, byName: false }),
    context.bots.listWidgetRules(projectId),
  ]);
  if (!project) throw projectErrors.project_not_found();

  const state = openNow(context, project, holidays);
  const available = state.open ? availableOf(team) : [];
  const { MEDIA_FILE_BYTES: maxBytes, MEDIA_TYPES: types } = context.config;
  const uploads = { maxBytes, types: uploadTypesOf(project, types) };
  return { ...sharedSettingsOf(project, available, departments, rules), open: openOf(state, new Date()), uploads };
}
