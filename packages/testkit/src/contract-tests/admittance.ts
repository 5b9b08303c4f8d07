import {
  type AnyEndpoint,
  kindsOf,
  type PrincipalKind,
  type Right,
  type Role,
  refusalByRights,
} from '@parley/contracts';

/** Who calls, as far as the contract cares. */
export interface CallerFacts {
  kind: PrincipalKind;
  /** In their own project. */
  role?: Role;
  /** With a custom role. */
  rights?: readonly Right[];
}

/**
 * The code with which the contract refuses a caller before anything of the endpoint is looked at; undefined when the caller is admitted.
 * Source: contract 10 section 3, in its order.
 * @param isOwnProject whether the path names the caller's own project
 */
export function refusalOf(endpoint: AnyEndpoint, caller: CallerFacts, isOwnProject: boolean): string | undefined {
  const { role, refusal = 'role_too_low' } = endpoint;
  if (role === 'public') return undefined;
  if (caller.kind === 'none') return 'unauthorized';
  if (role !== 'signed_in' && !isOwnProject) return 'not_a_member';
  if (!kindsOf(endpoint).includes(caller.kind)) return refusal;
  return role === 'signed_in' ? undefined : refusalByRights(endpoint, caller)?.code;
}

/** Codes that refuse the caller as such. */
export const roleCodes: readonly string[] = [
  'unauthorized',
  'not_a_member',
  'role_too_low',
  'right_missing',
  'users_only',
];
