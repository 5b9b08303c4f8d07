/** Lowest to highest; each passes what the ones before it pass. Source: specification, Authentication 6. */
export const roles = ['guest', 'user', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** True when `role` is one of ours and at least `minimum`. Any other word passes nothing. */
export function roleReaches(role: string | undefined, minimum: Role): boolean {
  const have = roles.indexOf(role as Role);
  return have >= 0 && have >= roles.indexOf(minimum);
}

/** The lower of two roles. A word that is no role is lower than all of ours. */
export function lowerRole(one: string | undefined, other: Role): Role | undefined {
  const lower = Math.min(roles.indexOf(one as Role), roles.indexOf(other));
  return lower < 0 ? undefined : roles[lower];
}
