import type { Right, Visibility } from './rights.ts';
import type { Role } from './roles.ts';

/** Who a caller is. Source: contract 10 section 1, 12 section 4; `none` on public calls without good credentials. */
export const principalKinds = [
  'none',
  'user',
  'provisioned',
  'guest',
  'external',
  'token',
  'bot',
  'subscription',
] as const;
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
/** People, and the tokens that they made for their programs. */
export const everyMember = [...everyPerson, 'token'] as const satisfies readonly PrincipalKind[];
export const everyPrincipal = [...everyMember, 'bot', 'subscription'] as const satisfies readonly PrincipalKind[];
/** People with an account; their tokens for programs excluded. */
export const teamPeople = ['user', 'provisioned'] as const satisfies readonly PrincipalKind[];
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
  | 'public_survey'
  | 'sign_in'
  | 'sign_up'
  | 'recovery'
  | 'anonymous'
  | 'exchange'
  | 'messaging_token'
  | 'secret';

/** Id that distinguishes callers: each token of a person is a caller of its own. */
export function callerIdOf({ kind, id, jti }: Pick<Actor, 'kind' | 'id' | 'jti'>): string {
  return kind === 'token' ? (jti ?? id) : id;
}

/** A rule that acts by itself: `rule:<id>` in events. Source: contract 25 section 10.2. */
export interface RuleActor {
  kind: 'rule';
  id: string;
  name: string;
}

/** The caller as services see them: verified by the gateway, carried in `Parley-Actor`. Source: contract 10 section 12. */
export interface Actor {
  kind: PrincipalKind;
  /**
   * Principal id: user id, guest UUID, external id, bot id without `bot_`, subscription id; empty for kind `none`. A machine token acts
   * for the person who made it: this is their user id, and `jti` the id of the token.
   */
  id: string;
  /** Project of the path; absent on paths without one. */
  projectId?: string;
  /**
   * Role on the path's project; absent on paths without one and on public calls of strangers. Of a machine token never more than it was
   * given, and named on paths without a project, too.
   */
  role?: Role;
  /** Of a member with a custom role, and of a machine token that is limited: all that they may do. Absent: what the role may. */
  rights?: readonly Right[];
  /** Of a member with a custom role: which requests they see at most. Absent: all that the role sees. */
  visibility?: Exclude<Visibility, 'all'>;
  /** Teammate id: `_id` of the membership. */
  teammateId?: string;
  /** Id of the token used; absent with Basic. */
  jti?: string;
  /** Of a machine token its own, under which history shows what it did. */
  name?: string;
  email?: string;
  /** Of bots and subscriptions: the request a token is bound to, the event and depth it was made for. */
  requestId?: string;
  event?: string;
  depth?: number;
}
