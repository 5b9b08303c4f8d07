/** Lowest to highest; each passes what the ones before it pass. Source: specification, Authentication 6. */
export const roles = ['guest', 'user', 'agent', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** True when `role` is one of ours and at least `minimum`. Any other word passes nothing. */
export function roleReaches(role: string | undefined, minimum: Role): boolean {
  const have = roles.indexOf(role as Role);
  return have >= 0 && have >= roles.indexOf(minimum);
}

/** Who a caller is. Source: contract 10 section 1; `none` on public calls without good credentials. */
export const principalKinds = ['none', 'user', 'provisioned', 'guest', 'external', 'bot', 'subscription'] as const;
export type PrincipalKind = (typeof principalKinds)[number];

/** Kinds that act for a team rather than for a person. */
export function isMachine(kind: PrincipalKind): boolean {
  return kind === 'bot' || kind === 'subscription';
}

/** Kinds of people who are no members of a team. */
export function isVisitor(kind: PrincipalKind): boolean {
  return kind === 'guest' || kind === 'external';
}

export const everyPerson = ['user', 'provisioned', 'guest', 'external'] as const satisfies readonly PrincipalKind[];
export const everyPrincipal = [...everyPerson, 'bot', 'subscription'] as const satisfies readonly PrincipalKind[];
export const ordinaryUsers = ['user'] as const satisfies readonly PrincipalKind[];

/**
 * How an endpoint counts against the limits of contract 00 section 8 and 10 section 11.
 * `default` counts per principal and project, and so does `creation` of guests; the others per client address, before
 * anything else.
 */
export type RateClass =
  | 'default'
  | 'creation'
  | 'public_transcript'
  | 'sign_in'
  | 'sign_up'
  | 'recovery'
  | 'anonymous'
  | 'exchange'
  | 'messaging_token'
  | 'secret';

/** The caller as services see them: verified by the gateway, carried in `Parley-Actor`. Source: contract 10 section 12. */
export interface Actor {
  kind: PrincipalKind;
  /** Principal id: user id, guest UUID, external id, bot id without `bot_`, subscription id; empty for kind `none`. */
  id: string;
  /** Project of the path; absent on paths without one. */
  projectId?: string;
  /** Role on the path's project; absent on paths without one and on public calls of strangers. */
  role?: Role;
  /** Teammate id: `_id` of the membership. */
  teammateId?: string;
  /** Id of the token used; absent with Basic. */
  jti?: string;
  name?: string;
  email?: string;
  /** Of bots and subscriptions: the request a token is bound to, the event and depth it was made for. */
  requestId?: string;
  event?: string;
  depth?: number;
}
