import { type Role, roleReaches } from './roles.ts';

/**
 * What a member of a team may do, by the lowest role that may do it unless a custom role says otherwise. Each endpoint declares one; those of
 * visitors are rights of the team where a member calls them. Source: contract 12 section 5.
 */
export const rights = {
  'requests.read': 'agent',
  'requests.write': 'agent',
  'requests.close': 'agent',
  'requests.assign': 'agent',
  'requests.export': 'agent',
  'requests.delete': 'owner',
  'messages.write': 'agent',
  'messages.export': 'owner',
  'notes.write': 'agent',
  'events.read': 'agent',
  'events.write': 'agent',
  'leads.read': 'agent',
  'leads.write': 'agent',
  'leads.delete': 'agent',
  'leads.export': 'agent',
  'leads.disclose': 'admin',
  'leads.erase': 'owner',
  'holds.write': 'admin',
  'segments.write': 'agent',
  'canned.read': 'agent',
  'canned.write': 'agent',
  'tags.write': 'agent',
  'files.read': 'agent',
  'files.write': 'agent',
  'bots.read': 'agent',
  'bots.write': 'admin',
  'analytics.read': 'admin',
  'activities.read': 'admin',
  'webhooks.write': 'admin',
  'project.read': 'agent',
  'project.delete': 'owner',
  'project.export': 'owner',
  'settings.write': 'admin',
  'secret.write': 'admin',
  'teammates.write': 'admin',
  'tokens.own': 'admin',
  'roles.write': 'owner',
  'sign_in.write': 'owner',
} as const satisfies Record<string, TeamRole>;
type TeamRole = Extract<Role, 'agent' | 'admin' | 'owner'>;
export type Right = keyof typeof rights;
export const rightNames = Object.keys(rights) as [Right, ...Right[]];

/** Of an endpoint: a right, or `none` where none is needed beside the role: public ones, and those about the caller alone. */
export type DeclaredRight = Right | 'none';

/** Which requests a member sees at most: all that their role lets them see, those of their departments, or those that they serve or follow. */
export const visibilities = ['all', 'departments', 'own'] as const;
export type Visibility = (typeof visibilities)[number];

/**
 * Rights that show the whole project, or through which their holder could see it: a bot sees every request, and a group decides who sees
 * those of a department. They need the visibility `all`.
 */
const ofWholeProject: ReadonlySet<Right> = new Set([
  'analytics.read',
  'activities.read',
  'messages.export',
  'leads.disclose',
  'holds.write',
  'webhooks.write',
  'bots.write',
  'secret.write',
  'settings.write',
  'teammates.write',
]);

export function needsWholeProject(right: Right): boolean {
  return ofWholeProject.has(right);
}

/** The rights of a role of the specification. */
export function rightsOfRole(role: Role): Right[] {
  return rightNames.filter((right) => roleReaches(role, rights[right]));
}

/** What a custom role changes about the rights of its base. */
export interface CustomRights {
  base: 'agent' | 'admin';
  /** `true` gives a right, `false` takes one away; what is absent is as the base has it. */
  rights: Partial<Record<Right, boolean>>;
  visibility: Visibility;
}

/** The rights of a custom role. Those of owners it never has. */
export function rightsOf({ base, rights: changed, visibility }: CustomRights): Right[] {
  return rightNames.filter((right) => {
    if (rights[right] === 'owner' || (visibility !== 'all' && needsWholeProject(right))) return false;
    return changed[right] ?? roleReaches(base, rights[right]);
  });
}

/** The part of a caller that decides what they may do. */
export interface Permissions {
  role?: Role;
  rights?: readonly Right[];
}

/** Whether a custom role or the limits of a token take a right away. */
export function lacksRight({ rights: own }: Permissions, right: Right): boolean {
  return own !== undefined && !own.includes(right);
}

/** Whether a caller has a right. Without a custom role or a limited token the role alone decides. */
export function hasRight({ role, rights: own }: Permissions, right: Right): boolean {
  return own === undefined ? roleReaches(role, rights[right]) : own.includes(right);
}
