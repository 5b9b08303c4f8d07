import type { PrincipalKind, Right, Role, Visibility } from '@parley/contracts';
import type { AddressList } from '@parley/service-kit/security';

/** The subject of verified credentials. A machine token has the id of the person it acts for. Source: contract 10 section 1, 12. */
export interface Principal {
  kind: Exclude<PrincipalKind, 'none'>;
  id: string;
  /** The one project of every kind but `user`. */
  projectId?: string;
  jti?: string;
  /** Of a machine token: the highest role it acts with, and all that it may do; absent: what the role may. */
  role?: Role;
  rights?: readonly Right[];
  /** Of a machine token: addresses and blocks it may be used from; absent: all. */
  addresses?: AddressList;
  name?: string;
  email?: string;
  requestId?: string;
  event?: string;
  depth?: number;
}

export type BoundPrincipal = Pick<Principal, 'kind' | 'id'> & { projectId: string };

/** The stored membership of a principal in a project. */
export interface Membership {
  teammateId: string;
  role: string;
  /** Only `active` counts. */
  status: string;
  /** Of a member with a custom role: all that they may do, and which requests they see at most. */
  rights?: readonly Right[];
  visibility?: Visibility;
  /** The project requires a second factor, which this person does not have. */
  lacksSecondFactor?: boolean;
  name?: string;
  email?: string;
}

/** Whom a project lets in at all. Lists are those in force. Source: contract 11 section 4. */
export interface ProjectRules {
  live: boolean;
  bannedIds: readonly string[];
  bannedAddresses: readonly string[];
  allowedAddresses: readonly string[];
  deniedAddresses: readonly string[];
}

/** A public Ed25519 key. */
export interface PublicKey {
  kid: string;
  kty: string;
  crv: string;
  x: string;
}

/** The history row of a token: its principal, or why it does not count (for the log). */
export type TokenState = LiveToken | { live: false; reason: string };

interface LiveToken {
  live: true;
  principal: Principal;
  /** Of a visitor, in the project that the token is bound to, where the answer names it. */
  membership?: Membership;
}

/** Whom a machine token proves, and the end of the secret that was used, in ms since the epoch; or why it does not count. */
export type ApiTokenState =
  | { live: true; principal: BoundPrincipal & Principal; expiresAt: number }
  | { live: false; reason: string };

/**
 * What verification must ask others. Every call has a deadline of its own and rejects with `dependency_down` when
 * there is no answer. Answers may hold secrets: never logged, kept at most five seconds.
 */
export interface IdentitySource {
  /** @throws commonErrors.unauthorized, commonErrors.rate_limited */
  authenticateBasic(email: string, password: string, clientAddress: string): Promise<Principal>;
  getPublicKeys(): Promise<readonly PublicKey[]>;
  /** The project's secret as its customers hold it; nothing if it has none, or does not live. */
  getProjectSecret(projectId: string): Promise<string | undefined>;
  /** @param token `sid`: of an access token of a session. The principal's `jti` is then that of the session's row. */
  checkToken(token: { jti: string; sub: string; id: string; projectId?: string; sid?: string }): Promise<TokenState>;
  /** @param secretHash SHA-256 of the token. @param clientAddress where it was used */
  checkApiToken(secretHash: Uint8Array, clientAddress: string): Promise<ApiTokenState>;
  /** True when the id is reserved: some user of Parley has it. */
  isReservedId(projectId: string, externalId: string): Promise<boolean>;
  getMembership(projectId: string, principal: { kind: string; id: string }): Promise<Membership | undefined>;
  getProjectRules(projectId: string): Promise<ProjectRules>;
  /**
   * Whom a bot's token proves, and its end in ms since the epoch. Absent: there are no bots, and no bot's token counts.
   */
  verifyBotToken?(token: string, botId: string): Promise<{ principal: Principal; expiresAt: number } | undefined>;
  /** Absent: there are no webhooks, and no subscription's token counts. */
  isSubscriptionActive?(projectId: string, subscriptionId: string): Promise<boolean>;
}
