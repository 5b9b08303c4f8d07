import { randomUUID } from 'node:crypto';

import type { Database } from '@parley/service-kit/database';

import { hashOfCode, newCode } from '../code/code.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SigningKeys } from '../token/signing-keys.ts';
import type { TokenRepository } from '../token/token.repository.ts';
import { claimsOf, type RecordedToken, type TokenRules } from '../token/token.ts';
import { tokenClaimsOf, type User } from '../user/user.ts';

/** A session of a browser: a row among the tokens of its user. */
export type Session = Pick<RecordedToken, 'id' | 'jti' | 'createdAt' | 'expiresAt'>;

export interface AccessToken {
  /** Compact JWS, without scheme. Never stored, never logged. */
  token: string;
  expiresAt: Date;
}

interface Dependencies {
  keys: SigningKeys;
  rules: TokenRules;
  tokens: TokenRepository;
}

/** Sessions of browsers. Rows are made and revoked by the repository of tokens; this one prolongs them. */
export class SessionRepository {
  readonly #db: Database<PrismaClient>;
  readonly #keys: SigningKeys;
  readonly #rules: TokenRules;
  readonly #tokens: TokenRepository;

  constructor(db: Database<PrismaClient>, { keys, rules, tokens }: Dependencies) {
    this.#db = db;
    this.#keys = keys;
    this.#rules = rules;
    this.#tokens = tokens;
  }

  /**
   * Opens a session within the ambient transaction.
   * @param credentialsVersion read together with the password
   * @returns its secret, for the cookie alone: only its hash is stored
   * @throws commonErrors.unauthorized when the password has changed meanwhile, or the user is deleted
   */
  async open(userId: string, credentialsVersion?: number): Promise<{ session: Session; secret: string }> {
    const { code: secret, hash: cookieHash } = newCode();
    const owner = { kind: 'user', principalId: userId, method: 'session' } as const;
    const session = await this.#tokens.record({ ...owner, credentialsVersion, cookieHash });
    return { session, secret };
  }

  /** Prolongs the session of a cookie. @returns undefined when it has ended, or its user is deleted */
  async renew(secret: string, at: Date): Promise<{ session: Session; userId: string } | undefined> {
    const { ttlMs, sessionMaxMs } = this.#rules;
    const [row] = await this.#db.query<SessionRow>(
      {
        name: 'renew-session',
        text: `UPDATE tokens t
               SET expires_at = greatest(t.expires_at,
                   least($3::timestamptz, t.created_at + $4::double precision * interval '1 millisecond')),
                 updated_at = $2, version = t.version + 1
               FROM users u
               WHERE t.cookie_hash = $1 AND t.revoked_at IS NULL AND t.expires_at > $2
                 AND u.id = t.principal_id::bpchar AND u.status = 100
               RETURNING t.id, t.jti, t.principal_id, t.created_at, t.expires_at`,
      },
      [Buffer.from(hashOfCode(secret)), at, new Date(at.getTime() + ttlMs.session), sessionMaxMs],
    );
    if (!row) return undefined;
    const { id, jti, created_at: createdAt, expires_at: expiresAt, principal_id: userId } = row;
    return { session: { id, jti, createdAt, expiresAt }, userId };
  }

  /** Revokes the session of a cookie. Idempotent. @returns its `jti` */
  async end(secret: string): Promise<string | undefined> {
    const row = await this.#db.prisma.token.findFirst({ where: { cookieHash: hashOfCode(secret) } });
    if (row) await this.#tokens.revokeOne({ kind: 'user', principalId: row.principalId }, { jti: row.jti }, 'signout');
    return row?.jti;
  }

  /** An access token, which counts as long as the row of its session does, and no longer than its own short life. */
  async accessToken(session: Session, user: User, at: Date): Promise<AccessToken> {
    const { publicUrl, ttlMs } = this.#rules;
    const expiresAt = new Date(Math.min(at.getTime() + ttlMs.sessionToken, session.expiresAt.getTime()));
    const token = { jti: randomUUID(), sub: 'user', aud: publicUrl, createdAt: at, expiresAt };
    const more = { ...tokenClaimsOf(user), sid: session.id };
    const claims = claimsOf({ kind: 'user', principalId: user.id }, token, more, publicUrl);
    return { token: await this.#keys.sign(claims), expiresAt };
  }
}

interface SessionRow {
  id: string;
  jti: string;
  principal_id: string;
  created_at: Date;
  expires_at: Date;
}
