import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { TokenKind } from './token.ts';

/** Claims of the token. */
export interface TokenClaim {
  jti: string;
  sub: string;
  id: string;
  projectId?: string;
  /** Of an access token of a session: the id of the session. */
  sid?: string;
}

export interface LivePrincipal {
  kind: TokenKind;
  id: string;
  projectId?: string;
  teammateId?: string;
  name: string;
  email?: string;
}

/** Of a visitor, in the project that the token is bound to. */
interface LiveMembership {
  teammateId: string;
  role: string;
  isActive: boolean;
}

export type TokenState =
  | { live: true; principal: LivePrincipal; membership?: LiveMembership; jti: string; expiresAt: Date }
  | { live: false; reason: 'unknown' | 'mismatch' | 'revoked' | 'expired' | 'principal' | 'project' };

interface StateRow {
  jti: string;
  sub: string;
  kind: TokenKind;
  principal_id: string;
  bound_to: string | null;
  expires_at: Date;
  revoked: boolean;
  expired: boolean;
  project_status: number | null;
  user_status: number | null;
  teammate_id: string | null;
  role: string | null;
  is_active: boolean;
  firstname: string | null;
  lastname: string | null;
  email: string | null;
}

// Runs for every call whose token is not cached: one round trip, all by primary or unique keys.
const stateWhere = (condition: string): string =>
  `SELECT t.jti, t.sub, t.kind, t.principal_id, nullif(t.id_project, repeat('0', 24)) AS bound_to, t.expires_at,
           t.revoked_at IS NOT NULL AS revoked, t.expires_at <= now() AS expired,
           p.status AS project_status, u.status AS user_status, m.id AS teammate_id, m.role,
           m.status = 'active' AND NOT m.trashed AS is_active,
           coalesce(u.firstname, m.firstname) AS firstname, coalesce(u.lastname, m.lastname) AS lastname,
           coalesce(u.email, m.email) AS email
         FROM tokens t
           LEFT JOIN projects p ON p.id_project = t.id_project
           LEFT JOIN users u ON t.kind IN ('user', 'provisioned') AND u.id = t.principal_id::bpchar
           LEFT JOIN teammates m ON t.kind IN ('guest', 'external')
             AND m.id_project = t.id_project AND m.uuid_user = t.principal_id
   WHERE ${condition}`;
const byToken = { name: 'check-token', text: stateWhere('t.jti = $1') };
// An access token of a session has no row of its own.
const bySession = { name: 'check-session', text: stateWhere("t.id = $1 AND t.method = 'session'") };

/** Read-only checks whether tokens are live, by `jti` or by the session they belong to. */
export class LiveTokenRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Steps 4 and 5 of contract 10 section 3. */
  async stateOf(claim: TokenClaim): Promise<TokenState> {
    const [row] = await (claim.sid === undefined
      ? this.#db.query<StateRow>(byToken, [claim.jti])
      : this.#db.query<StateRow>(bySession, [claim.sid]));
    if (!row) return { live: false, reason: 'unknown' };
    if (row.sub !== claim.sub || row.principal_id !== claim.id || row.bound_to !== (claim.projectId ?? null)) {
      return { live: false, reason: 'mismatch' };
    }
    if (row.revoked) return { live: false, reason: 'revoked' };
    if (row.expired) return { live: false, reason: 'expired' };
    if (row.bound_to !== null && row.project_status !== 100) return { live: false, reason: 'project' };
    if (!livesOn(row)) return { live: false, reason: 'principal' };
    return {
      live: true,
      principal: principalOf(row),
      membership: membershipOf(row),
      jti: row.jti,
      expiresAt: row.expires_at,
    };
  }
}

function livesOn(row: StateRow): boolean {
  if (row.kind === 'user' || row.kind === 'provisioned') return row.user_status === 100;
  // A guest who became a user has new tokens; the guest's tokens die, since another party may have planted the guest's id.
  return row.kind === 'guest' ? row.role === 'guest' : row.teammate_id !== null;
}

function principalOf(row: StateRow): LivePrincipal {
  return {
    kind: row.kind,
    id: row.principal_id,
    projectId: row.bound_to ?? undefined,
    teammateId: row.teammate_id ?? undefined,
    name: `${row.firstname ?? ''} ${row.lastname ?? ''}`.trim(),
    email: row.email ?? undefined,
  };
}

function membershipOf({ teammate_id: teammateId, role, is_active: isActive }: StateRow): LiveMembership | undefined {
  return teammateId === null ? undefined : { teammateId, role: role ?? '', isActive };
}
