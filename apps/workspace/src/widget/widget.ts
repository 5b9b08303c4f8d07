import type { WidgetSettingsView } from '@parley/contracts';

import { type Department, DepartmentStatus, defaultName, publicViewOf } from '../department/department.ts';
import type { OpenState } from '../hours/hours.ts';
import type { Project } from '../project/project.ts';
import { nameOf, type Teammate } from '../teammate/teammate.ts';

const maxTeammates = 50;

/** How far ahead a change of the open state is shown. */
const horizonMs = 14 * 86_400_000;

/** The settings of a widget, without what differs from caller to caller. */
export type SharedSettings = Omit<WidgetSettingsView, 'ip' | 'labels'>;

export function openOf({ open, nextChangeAt, timezone }: OpenState, at: Date): WidgetSettingsView['open'] {
  const isNear = nextChangeAt !== undefined && nextChangeAt.getTime() - at.getTime() <= horizonMs;
  return { isopen: open, next_change_at: isNear ? nextChangeAt.toISOString() : undefined, timezone };
}

/**
 * What visitors of a project may upload. The widget's own list stands in the settings, the attributes or the widget's settings.
 * @param installed list of this installation; absent: everything that is no danger
 */
export function uploadTypesOf({ settings, attributes, widget }: Project, installed: string | undefined): string[] {
  const lists = [settings.widget, attributes.widget, widget].map((holder) => Object(holder).allowedUploadExtentions);
  const own = lists.find((list): list is string => typeof list === 'string' && list.trim() !== '');
  const types = (own ?? installed ?? '*/*').split(',').map((type) => type.trim());
  return types.filter((type) => type !== '');
}

export function sharedSettingsOf(
  project: Project,
  available: readonly Teammate[],
  departments: readonly Department[],
  botsRules: unknown[],
): Omit<SharedSettings, 'open' | 'uploads'> {
  return {
    project: projectOf(project),
    user_available: available.slice(0, maxTeammates).map((teammate) => {
      const { idUser: id = '', person } = teammate;
      return { id, firstname: nameOf(teammate).firstname, avatar: person?.avatar };
    }),
    departments: departments.filter(({ status }) => status === DepartmentStatus.visible).map(publicViewOf),
    botsRules,
  };
}

/** What visitors read in place of the default name; English for other languages. */
const topics: Readonly<Record<string, string>> = {
  DE: 'Allgemein',
  EN: 'General',
  ES: 'General',
  FR: 'Général',
  IT: 'Generale',
  PT: 'Geral',
};

/** A department as a topic that visitors choose. @param language of the labels, in capitals */
export function asTopic<Shown extends { name: string; default: boolean }>(department: Shown, language: string): Shown {
  const isUnnamed = department.default && department.name === defaultName;
  return isUnnamed ? { ...department, name: topics[language] ?? 'General' } : department;
}

/** An explicit allow list: this view is public. */
function projectOf({ id, name, widget, settings }: Project): SharedSettings['project'] {
  const { allowed_urls, allowed_urls_list, allow_send_emoji, allowed_upload_extentions } = settings;
  const shown = { allowed_urls, allowed_urls_list, allow_send_emoji, allowed_upload_extentions };
  return { _id: id, id, name, widget, settings: shown };
}
