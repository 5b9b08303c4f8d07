import { accessErrors, EmailAddress, type FieldFault, SmallObject, text, validationFailed } from '@parley/contracts';

import type { VisitorProfile } from '../teammate/teammate.ts';

type Claims = Readonly<Record<string, unknown>>;

/** The person described by a customer's token. No claim grants access by itself. */
export interface ClaimedPerson {
  /** The requested role; the stored role is the one granted. */
  role: 'guest' | 'user' | 'agent';
  profile: VisitorProfile;
  /** Other claims, kept for the team to see. */
  attributes: Record<string, unknown>;
}

const reserved = new Set([
  ...['iss', 'aud', 'sub', 'jti', 'iat', 'exp', 'nbf', '_id', 'id', 'id_project'],
  ...['firstname', 'lastname', 'email', 'role', 'fullName', 'attributes'],
]);

/**
 * Reads the claims of a customer's token with a verified signature. Source: contract 10 sections 5.1 and 5.3.
 * @param provisions whether the project lets its server provision agents
 * @throws commonErrors.validation_failed listing all faults, accessErrors.role_not_provisionable
 */
export function readClaims(claims: Claims, provisions: boolean): ClaimedPerson {
  const role = roleOf(claims, provisions);
  const profile = {
    firstname: textClaim(claims, 'firstname'),
    lastname: textClaim(claims, 'lastname'),
    email: textClaim(claims, 'email'),
  };
  const attributes = Object.fromEntries(Object.entries(claims).filter(([name]) => !reserved.has(name)));

  const checks: [string, { success: boolean }][] = [
    ['firstname', text(64).optional().safeParse(profile.firstname)],
    ['lastname', text(64).optional().safeParse(profile.lastname)],
    ['email', text(254).optional().safeParse(profile.email)],
    ['attributes', SmallObject.safeParse(attributes)],
  ];
  if (role === 'agent') checks.push(['email', EmailAddress.safeParse(profile.email)]);
  const faults = checks.filter(([, { success }]) => !success).map(([param]) => faultOf(param));
  if (faults.length > 0) throw validationFailed(faults);
  return { role, profile, attributes };
}

/** `sub` or `role` may lower a visitor to guest; every other value is ignored, unless the project provisions agents. */
function roleOf(claims: Claims, provisions: boolean): ClaimedPerson['role'] {
  if (claims.sub === 'guest' || claims.role === 'guest') return 'guest';
  if (!provisions || claims.role === undefined || claims.role === 'user') return 'user';
  if (claims.role === 'agent') return 'agent';
  throw accessErrors.role_not_provisionable();
}

/** Informative claims of a visitor's token, also returned by sign-in. */
export function claimsOf(id: string, { firstname = '', lastname, email }: VisitorProfile) {
  return {
    id,
    firstname,
    ...(lastname && { lastname }),
    ...(email && { email }),
    fullName: `${firstname} ${lastname ?? ''}`.trim(),
  };
}

function textClaim(claims: Claims, name: string): string | undefined {
  const value = claims[name];
  return value === undefined || value === null ? undefined : String(value);
}

function faultOf(param: string): FieldFault {
  return { param, location: 'header', msg: 'The claim is not valid' };
}
