import {
  type Actor,
  noProject,
  type PrincipalKind,
  type RevocationReason,
  type TokenMethod,
  type TokenView,
} from '@parley/contracts';

export type TokenKind = Extract<PrincipalKind, 'user' | 'provisioned' | 'guest' | 'external'>;

/** The owner of tokens: kind, id, and the project if the principal belongs to one. */
export interface TokenOwner {
  kind: TokenKind;
  principalId: string;
  projectId?: string;
}

/** A row of the history. */
export interface TokenRecord {
  id: string;
  jti: string;
  sub: string;
  aud: string;
  kind: TokenKind;
  principalId: string;
  projectId?: string;
  method: TokenMethod;
  parent?: string;
  ip?: string;
  userAgent?: string;
  revokedAt?: Date;
  revokedReason?: RevocationReason;
  createdAt: Date;
  expiresAt: Date;
  updatedAt: Date;
  version: number;
}

/** TTL of tokens in ms, and the maximum of live tokens per principal. Source: contract 10 sections 2 and 8. */
export interface TokenRules {
  publicUrl: string;
  /** Signs messaging tokens when an external engine verifies them. */
  messagingSecret?: string;
  ttlMs: Record<TokenKind | 'messaging' | 'messagingWithoutParent' | 'session' | 'sessionToken', number>;
  /** The longest that renewals keep a session alive. */
  sessionMaxMs: number;
  maxLive: { user: number; exchanged: number; messaging: number };
}

/** The pair of `sub` and `aud` that identifies the kind of token. Source: contract 10 section 2. */
export function audienceOf(owner: TokenOwner, method: TokenMethod, publicUrl: string): string {
  if (method === 'messaging') return `${publicUrl}/messaging`;
  return owner.projectId === undefined ? publicUrl : `${publicUrl}/projects/${owner.projectId}`;
}

export function subjectOf(owner: TokenOwner, method: TokenMethod): string {
  if (method === 'messaging') return owner.principalId;
  const subjects = { user: 'user', provisioned: 'user', guest: 'guest', external: 'userexternal' };
  return subjects[owner.kind];
}

export function expiryOf(
  owner: TokenOwner,
  token: { method: TokenMethod; parent?: string; notAfter?: Date },
  rules: TokenRules,
  at: Date,
): Date {
  const orphan = token.parent === undefined ? 'messagingWithoutParent' : 'messaging';
  const { method } = token;
  const ttlMs = rules.ttlMs[method === 'messaging' ? orphan : method === 'session' ? 'session' : owner.kind];
  const end = at.getTime() + ttlMs;
  return new Date(Math.min(end, token.notAfter?.getTime() ?? end));
}

/** A token as its row has it. */
export type RecordedToken = Pick<TokenRecord, 'id' | 'jti' | 'sub' | 'aud' | 'createdAt' | 'expiresAt'>;

/** @param more claims for clients only */
export function claimsOf(
  owner: TokenOwner,
  token: Omit<RecordedToken, 'id'>,
  more: Record<string, unknown>,
  publicUrl: string,
): Record<string, unknown> {
  const { aud, sub, jti, createdAt, expiresAt } = token;
  return {
    ...more,
    ...{ iss: publicUrl, aud, sub, jti, iat: secondsOf(createdAt), exp: secondsOf(expiresAt), _id: owner.principalId },
    ...(owner.projectId && { id_project: owner.projectId }),
  };
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

/**
 * The caller as owner of tokens: same kind, same id, same project. Undefined for callers without tokens:
 * bots, webhooks, and callers of a project when no project is given.
 */
export function ownerOf({ kind, id, projectId }: Actor): TokenOwner | undefined {
  if (kind === 'user') return { kind, principalId: id };
  const isBound = kind === 'provisioned' || kind === 'guest' || kind === 'external';
  return isBound && projectId !== undefined ? { kind, principalId: id, projectId } : undefined;
}

/** Rows without a project carry 24 zeros, so that one index serves all kinds. */
export function projectKey(owner: Pick<TokenOwner, 'projectId'>): string {
  return owner.projectId ?? noProject;
}

/** @param currentJti of the token that the call was made with */
export function viewOf(token: TokenRecord, currentJti: string | undefined): TokenView {
  return {
    _id: token.id,
    id: token.id,
    jti: token.jti,
    sub: token.sub,
    id_user: token.principalId,
    id_project: token.projectId,
    aud: token.aud,
    method: token.method,
    ip: token.ip,
    userAgent: token.userAgent,
    current: token.jti === currentJti,
    revoked: token.revokedAt !== undefined,
    revokedAt: token.revokedAt?.toISOString(),
    revokedReason: token.revokedReason,
    createdAt: token.createdAt.toISOString(),
    expiresAt: token.expiresAt.toISOString(),
    updatedAt: token.updatedAt.toISOString(),
    __v: token.version,
  };
}
