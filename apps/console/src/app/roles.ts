/** Roles of a teammate, the least first. */
const roles = ['agent', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** Whether a teammate of the role `own` may do what asks for `needed`. */
export function isAtLeast(own: string | null, needed: Role): boolean {
  return roles.some((role, place) => role === own && place >= roles.indexOf(needed));
}
