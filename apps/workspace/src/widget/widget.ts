import type { WidgetSettingsView } from '@parley/contracts';

import { type Department, DepartmentStatus, publicViewOf } from '../department/department.ts';
import type { Project } from '../project/project.ts';
import { nameOf, type Teammate } from '../teammate/teammate.ts';

const maxTeammates = 50;

/** The settings of a widget, without the caller's address. */
export type SharedSettings = Omit<WidgetSettingsView, 'ip'>;

export function sharedSettingsOf(
  project: Project,
  available: readonly Teammate[],
  departments: readonly Department[],
  botsRules: unknown[],
): SharedSettings {
  return {
    project: projectOf(project),
    user_available: available.slice(0, maxTeammates).map((teammate) => {
      return { id: teammate.idUser ?? '', firstname: nameOf(teammate).firstname };
    }),
    departments: departments.filter(({ status }) => status === DepartmentStatus.visible).map(publicViewOf),
    botsRules,
  };
}

/** An explicit allow list: this view is public. */
function projectOf({ id, name, widget, settings }: Project): SharedSettings['project'] {
  const { allowed_urls, allowed_urls_list, allow_send_emoji, allowed_upload_extentions } = settings;
  const shown = { allowed_urls, allowed_urls_list, allow_send_emoji, allowed_upload_extentions };
  return { _id: id, id, name, widget, settings: shown };
}
