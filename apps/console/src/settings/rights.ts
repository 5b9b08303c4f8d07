import { type RightView, type RoleView, rights } from '@parley/sdk';

import { isAtLeast, type Role } from '../app/roles.ts';

/** All rights, as a person looks for them. */
export const rightGroups = [
  {
    word: 'settings.rights.conversations',
    rights: [
      'requests.read',
      'requests.write',
      'requests.assign',
      'requests.close',
      'messages.write',
      'notes.write',
      'files.read',
      'files.write',
      'requests.export',
      'messages.export',
      'requests.delete',
    ],
  },
  {
    word: 'settings.rights.contacts',
    rights: [
      'leads.read',
      'leads.write',
      'leads.delete',
      'leads.export',
      'leads.disclose',
      'leads.erase',
      'holds.write',
      'segments.write',
      'events.read',
      'events.write',
    ],
  },
  {
    word: 'settings.rights.automation',
    rights: ['canned.read', 'canned.write', 'tags.write', 'bots.read', 'bots.write'],
  },
  { word: 'settings.rights.reports', rights: ['analytics.read', 'activities.read'] },
  {
    word: 'settings.rights.administration',
    rights: [
      'project.read',
      'teammates.write',
      'settings.write',
      'webhooks.write',
      'tokens.own',
      'secret.write',
      'roles.write',
      'sign_in.write',
      'project.export',
      'project.delete',
    ],
  },
] as const satisfies readonly { word: string; rights: readonly RightView[] }[];

const names = Object.keys(rights) as RightView[];

/** What a role of the specification may do. */
export function rightsOfRole(role: Role): RightView[] {
  return names.filter((right) => isAtLeast(role, rights[right].base));
}

export interface RoleForm {
  name: string;
  base: RoleView['base'];
  visibility: RoleView['visibility'];
  /** Those that are wanted. One that the visibility does not allow stays in it, so that a change back finds it again. */
  rights: readonly RightView[];
}

/** Rights that custom roles can have. Those of owners cannot be given. */
export const givableRights = names.filter((right) => rights[right].base !== 'owner');

/** Whether a custom role of this visibility can have the right. */
export function fitsVisibility(right: RightView, visibility: RoleView['visibility']): boolean {
  return visibility === 'all' || !rights[right].needsWholeProject;
}

export function formOf({ name, base, visibility, rights: changed }: RoleView): RoleForm {
  const ofBase = rightsOfRole(base);
  return { name, base, visibility, rights: givableRights.filter((right) => changed[right] ?? ofBase.includes(right)) };
}

/** What a role changes about its base, as the API stores it. */
export function changedRights({ base, rights: wanted }: Pick<RoleForm, 'base' | 'rights'>): RoleView['rights'] {
  const ofBase = rightsOfRole(base);
  const changed = givableRights.filter((right) => wanted.includes(right) !== ofBase.includes(right));
  return Object.fromEntries(changed.map((right) => [right, wanted.includes(right)]));
}
