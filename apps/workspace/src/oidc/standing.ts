import type { GroupOfClaim, ProjectClaims, RoleOfClaim } from './connection.ts';

/** What the claims of a sign-in give in the project of its connection. */
export interface Standing {
  /** Absent: the role is not decided by claims. */
  role?: Pick<RoleOfClaim, 'role' | 'role_id'>;
  /** Absent: groups are not decided by claims. */
  groups?: string[];
}

/**
 * - `none`: the claims map to no role, so the person has no place in the project.
 * - `unknown`: the issuer left the claim out because it would be too long (Entra ID: groups overage), so that nothing can be concluded.
 */
export type Judged = Standing | 'none' | 'unknown';

const maxValues = 2_000;

/** Judges the claims of a sign-in. */
export function standingOf(claims: Record<string, unknown>, project: ProjectClaims): Judged {
  const { roleClaim, roleMap, groupClaim, groupMap } = project;
  const standing: Standing = {};
  if (roleClaim && roleMap.length > 0) {
    if (isLeftOut(claims, roleClaim)) return 'unknown';
    const values = valuesOf(claims[roleClaim]);
    const found = roleMap.find(({ value }) => values.has(value));
    if (!found) return 'none';
    standing.role = { role: found.role, ...(found.role_id !== undefined && { role_id: found.role_id }) };
  }
  if (groupClaim && groupMap.length > 0 && !isLeftOut(claims, groupClaim)) {
    const values = valuesOf(claims[groupClaim]);
    standing.groups = [...new Set(groupMap.filter(({ value }) => values.has(value)).map(groupOf))];
  }
  return standing;
}

/** Groups that claims decide about. */
export function mappedGroupsOf({ groupMap }: ProjectClaims): string[] {
  return [...new Set(groupMap.map(groupOf))];
}

function groupOf({ id_group }: GroupOfClaim): string {
  return id_group;
}

/** Entra ID names what it has left out in `_claim_names`. */
function isLeftOut(claims: Record<string, unknown>, name: string): boolean {
  const names = claims._claim_names;
  return claims[name] === undefined && typeof names === 'object' && names !== null && name in names;
}

/** A claim of one value or of several. */
function valuesOf(claim: unknown): Set<string> {
  const values = Array.isArray(claim) ? claim.slice(0, maxValues) : [claim];
  return new Set(values.filter((value) => typeof value === 'string'));
}
