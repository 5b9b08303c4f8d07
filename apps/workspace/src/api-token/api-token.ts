import {
  type Actor,
  type ApiTokenInEvent,
  type ApiTokenView,
  accessErrors,
  apiTokenCreated,
  apiTokenErrors,
  apiTokenRevoked,
  apiTokenRotated,
  apiTokenUsedElsewhere,
  type DomainEvent,
  type Right,
  roleReaches,
} from '@parley/contracts';

/** A machine token, without its secret. */
export interface ApiToken {
  id: string;
  projectId: string;
  /** The person who made it, for whom it acts. */
  idUser: string;
  name: string;
  role: ApiTokenView['role'];
  /** All that it may do; empty: what the role may. */
  rights: Right[];
  /** Addresses and blocks; empty: all. */
  allowedIps: string[];
  lastUsedAt?: Date;
  lastUsedIp?: string;
  rotatedAt?: Date;
  revokedAt?: Date;
  expiresAt: Date;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  version: number;
}

export interface ApiTokenChange {
  next: ApiToken;
  events: DomainEvent[];
}

export type NewApiToken = Pick<
  ApiToken,
  'id' | 'projectId' | 'idUser' | 'name' | 'role' | 'rights' | 'allowedIps' | 'expiresAt'
>;

export function newApiToken(wanted: NewApiToken, at: Date): ApiToken {
  return { ...wanted, createdBy: wanted.idUser, createdAt: at, updatedAt: at, version: 0 };
}

export function created(token: ApiToken): DomainEvent {
  return apiTokenCreated({ api_token: eventViewOf(token) });
}

/** Does not say from where: events tell no addresses. */
export function usedFromNewAddress(token: ApiToken): DomainEvent {
  return apiTokenUsedElsewhere({ api_token: eventViewOf(token) });
}

/** The token as a caller. */
export function principalOf({ id: jti, idUser: id, name }: ApiToken): Actor {
  return { kind: 'token', id, jti, name };
}

export function isLive({ revokedAt, expiresAt }: Pick<ApiToken, 'revokedAt' | 'expiresAt'>, at: Date): boolean {
  return revokedAt === undefined && expiresAt > at;
}

/** Admins manage all tokens of the project, others with the right their own. */
export function mayManageAll({ role }: Actor): boolean {
  return roleReaches(role, 'admin');
}

/** @throws accessErrors.token_not_found */
export function refuseForeign({ idUser }: ApiToken, actor: Actor): void {
  if (!mayManageAll(actor) && idUser !== actor.id) throw accessErrors.token_not_found();
}

/**
 * A new secret acts for the maker of the token, so only they may have it.
 * @throws apiTokenErrors.token_ended; accessErrors.token_not_found
 */
export function rotate(
  current: ApiToken,
  { actor, expiresAt, at }: { actor: Actor; expiresAt?: Date; at: Date },
): ApiTokenChange {
  if (current.idUser !== actor.id) throw accessErrors.token_not_found();
  if (!isLive(current, at)) throw apiTokenErrors.token_ended();
  const next = { ...changed(current, at), rotatedAt: at, expiresAt: expiresAt ?? current.expiresAt };
  return { next, events: [apiTokenRotated({ api_token: eventViewOf(next) })] };
}

/** Idempotent. */
export function revoke(current: ApiToken, at: Date): ApiTokenChange {
  if (!isLive(current, at)) return { next: current, events: [] };
  const next = { ...changed(current, at), revokedAt: at };
  return { next, events: [apiTokenRevoked({ api_token: eventViewOf(next) })] };
}

function changed(current: ApiToken, at: Date): ApiToken {
  return { ...current, updatedAt: at, version: current.version + 1 };
}

export function viewOf(token: ApiToken): ApiTokenView {
  return {
    ...eventViewOf(token),
    last_used_at: token.lastUsedAt?.toISOString(),
    last_used_ip: token.lastUsedIp,
  };
}

function eventViewOf(token: ApiToken): ApiTokenInEvent {
  return {
    _id: token.id,
    id: token.id,
    id_project: token.projectId,
    name: token.name,
    id_user: token.idUser,
    role: token.role,
    rights: token.rights.length === 0 ? undefined : token.rights,
    allowed_ips: token.allowedIps,
    expires_at: token.expiresAt.toISOString(),
    rotated_at: token.rotatedAt?.toISOString(),
    revoked_at: token.revokedAt?.toISOString(),
    createdBy: token.createdBy,
    createdAt: token.createdAt.toISOString(),
    updatedAt: token.updatedAt.toISOString(),
    __v: token.version,
  };
}
