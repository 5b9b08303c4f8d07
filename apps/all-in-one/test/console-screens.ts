export const roles = ['agent', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Every screen of a project, and the least role that may open it. Source: contract 80 section 3. */
export const screens: readonly (readonly [screen: string, role: Role])[] = [
  ['inbox/mine', 'agent'],
  ['inbox/all', 'agent'],
  ['inbox/closed', 'agent'],
  ['contacts', 'agent'],
  ['contacts/import', 'agent'],
  ['segments', 'agent'],
  ['bots', 'agent'],
  ['analytics/overview', 'admin'],
  ['analytics/people', 'admin'],
  ['activity', 'admin'],
  ['team/people', 'agent'],
  ['team/groups', 'agent'],
  ['team/departments', 'agent'],
  ['settings/project', 'admin'],
  ['settings/hours', 'admin'],
  ['settings/widget', 'admin'],
  ['settings/labels', 'admin'],
  ['settings/canned', 'agent'],
  ['settings/tags', 'agent'],
  ['settings/macros', 'agent'],
  ['settings/rules', 'admin'],
  ['settings/service-levels', 'admin'],
  ['settings/properties', 'admin'],
  ['settings/webhooks', 'admin'],
  ['settings/roles', 'owner'],
  ['settings/tokens', 'admin'],
  ['settings/security', 'admin'],
  ['settings/danger', 'owner'],
];
