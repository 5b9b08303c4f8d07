import { randomUUID } from 'node:crypto';

import { commonErrors, noProject, type RevocationReason, type TokenMethod, tokenRevoked } from '@parley/contracts';
import { currentCall, newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { appendToOutbox, type NewEvent } from '@parley/service-kit/outbox';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { type SigningKeys, signWithSecret } from './signing-keys.ts';
import {
  audienceOf,
  claimsOf,
  expiryOf,
  projectKey,
  type RecordedToken,
  subjectOf,
  type TokenOwner,
  type TokenRecord,
  type TokenRules,
} from './token.ts';
import { toRecord } from './token-rows.repository.ts';

export interface NewToken extends TokenOwner {
  method: TokenMethod;
  /** Upper bound of the expiry. */
  notAfter?: Date;
  /** The version read together with the user's password. */
  credentialsVersion?: number;
  /** The parent of a messaging token. */
  parent?: string;
  /** Of a session. */
  cookieHash?: Uint8Array<ArrayBuffer>;
}

export interface IssuedToken {
  /** Compact JWS, without scheme. Never stored, never logged. */
  token: string;
  jti: string;
  expiresAt: Date;
}

export interface Revocation extends TokenOwner {
  /** This token and its messaging tokens stay valid. */
  exceptJti?: string;
  reason: RevocationReason;
}

const ofProject = {
  // A messaging token ends with its exchanged parent, whatever its own method is.
  exchanged: `(method = 'custom' OR kind IN ('external', 'provisioned')
    OR parent IN (SELECT jti FROM tokens WHERE id_project = $3 AND method = 'custom'))`,
  provisioned: "kind = 'provisioned'",
  all: 'TRUE',
};

/** The only writer of `tokens`: the row of a token is stored before the token is handed out. */
export class TokenRepository {
  readonly #db: Database<PrismaClient>;
  readonly #keys: SigningKeys;
  readonly #rules: TokenRules;

  constructor(db: Database<PrismaClient>, keys: SigningKeys, rules: TokenRules) {
    this.#db = db;
    this.#keys = keys;
    this.#rules = rules;
  }

  /**
   * Issues a token within the ambient transaction and revokes the oldest beyond the limit of the principal.
   * @throws commonErrors.unauthorized when the user's password has changed since `credentialsVersion`, when the user
   * is deleted, or when `parent` is no longer live
   */
  async issue(wanted: NewToken & { claims: Record<string, unknown> }): Promise<IssuedToken> {
    return this.#db.transaction(async () => {
      const recorded = await this.record(wanted);
      const claims = claimsOf(wanted, recorded, wanted.claims, this.#rules.publicUrl);
      const { messagingSecret } = this.#rules;
      const isShared = wanted.method === 'messaging' && messagingSecret !== undefined;
      const token = await (isShared ? signWithSecret(claims, messagingSecret) : this.#keys.sign(claims));
      return { token, jti: recorded.jti, expiresAt: recorded.expiresAt };
    });
  }

  /** Stores the row of a token, or of a session, whose access tokens have none of their own. Throws as `issue` does. */
  async record(wanted: NewToken): Promise<RecordedToken> {
    const createdAt = new Date();
    const sub = subjectOf(wanted, wanted.method);
    const aud = audienceOf(wanted, wanted.method, this.#rules.publicUrl);
    return this.#db.transaction(async () => {
      await this.#lockOwner(wanted);
      const parentEnd = await this.#lockParent(wanted, createdAt);
      const notAfter = wanted.notAfter ?? parentEnd;
      const expiresAt = expiryOf(wanted, { ...wanted, notAfter }, this.#rules, createdAt);
      await this.#endOldest(wanted, createdAt);
      const recorded = { id: newId(createdAt), jti: randomUUID(), sub, aud, createdAt, expiresAt };
      await this.#insert(wanted, recorded);
      return recorded;
    });
  }

  /** Revokes every live token of a principal. @returns how many */
  async revokeAll({ kind, principalId, projectId, exceptJti, reason }: Revocation): Promise<number> {
    return this.#revoke(
      reason,
      `kind = $3 AND principal_id = $4 AND id_project = $5 AND expires_at > $1
       AND ($6::text IS NULL OR (jti <> $6 AND parent IS DISTINCT FROM $6))`,
      [kind, principalId, projectKey({ projectId }), exceptJti ?? null],
    );
  }

  /** Revokes a project's tokens: those from an exchange, those of provisioned agents, or all. @returns how many */
  async revokeOfProject(
    projectId: string,
    which: 'exchanged' | 'provisioned' | 'all',
    reason: RevocationReason,
  ): Promise<number> {
    return this.#revoke(reason, `id_project = $3 AND expires_at > $1 AND ${ofProject[which]}`, [projectId]);
  }

  /**
   * Revokes one token of the caller and its messaging tokens. Idempotent.
   * @returns undefined when the caller has no such token
   */
  async revokeOne(
    owner: TokenOwner,
    which: { jti: string } | { id: string },
    reason: RevocationReason,
  ): Promise<TokenRecord | undefined> {
    return this.#db.transaction(async () => {
      const token = await this.find(owner, which);
      if (!token) return undefined;
      await this.#revoke(reason, '(jti = $3 OR parent = $3)', [token.jti]);
      return this.find(owner, { jti: token.jti });
    });
  }

  async find(owner: TokenOwner, which: { jti: string } | { id: string }): Promise<TokenRecord | undefined> {
    const { kind, principalId } = owner;
    const where = { ...which, kind, principalId, idProject: projectKey(owner) };
    const row = await this.#db.prisma.token.findFirst({ where });
    return row ? toRecord(row) : undefined;
  }

  /** Whether the person has proved who they are, when the token was made or since. */
  async isProvedSince(userId: string, jti: string, time: Date): Promise<boolean> {
    const where = {
      kind: 'user',
      principalId: userId,
      jti,
      OR: [{ createdAt: { gte: time } }, { provedAt: { gte: time } }],
    };
    return (await this.#db.prisma.token.count({ where })) > 0;
  }

  async noteProof(userId: string, jti: string, at: Date): Promise<void> {
    await this.#db.prisma.token.updateMany({
      where: { kind: 'user', principalId: userId, jti, revokedAt: null },
      data: { provedAt: at },
    });
  }

  /** All tokens ever issued to a visitor, in order of issue. */
  async listOf(projectId: string, principalId: string): Promise<Pick<TokenRecord, 'id' | 'jti' | 'createdAt'>[]> {
    return this.#db.prisma.token.findMany({
      where: { kind: { in: ['guest', 'external'] }, principalId, idProject: projectId },
      select: { id: true, jti: true, createdAt: true },
      orderBy: { createdAt: 'asc' },
    });
  }

  /** Deletes the rows of these tokens, history included. @returns how many */
  async drop(projectId: string, jtis: readonly string[]): Promise<number> {
    const { count } = await this.#db.prisma.token.deleteMany({
      where: { idProject: projectId, jti: { in: [...jtis] } },
    });
    return count;
  }

  /** Deletes rows some time after their token has ended. @returns how many */
  async dropExpiredBefore(time: Date): Promise<number> {
    const { count } = await this.#db.prisma.token.deleteMany({ where: { expiresAt: { lt: time } } });
    return count;
  }

  /** Serialises issuing per owner; for users also with password changes. */
  async #lockOwner(wanted: NewToken): Promise<void> {
    // An anonymous guest is new, so no concurrent call can issue for them.
    if (wanted.method === 'anonymous') return;
    if (wanted.kind !== 'user' && wanted.kind !== 'provisioned') {
      const key = `${projectKey(wanted)} ${wanted.kind} ${wanted.principalId}`;
      await this.#db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
      return;
    }

    const [user] = await this.#db.query<{ status: number; credentials_version: number }>(
      { name: 'token-lock-user', text: 'SELECT status, credentials_version FROM users WHERE id = $1 FOR UPDATE' },
      [wanted.principalId],
    );
    const read = wanted.credentialsVersion;
    if (user?.status !== 100 || (read !== undefined && user.credentials_version !== read)) {
      throw commonErrors.unauthorized();
    }
  }

  /** @returns the latest that a token made with the parent may end */
  async #lockParent({ parent }: NewToken, at: Date): Promise<Date | undefined> {
    if (parent === undefined) return undefined;
    const [row] = await this.#db.query<{ method: string; expires_at: Date }>(
      'SELECT method, expires_at FROM tokens WHERE jti = $1 AND revoked_at IS NULL AND expires_at > $2 FOR UPDATE',
      [parent, at],
    );
    if (!row) throw commonErrors.unauthorized();
    // The caller holds an access token of the session, not the session: what it makes must not outlive it by much.
    if (row.method === 'session') return new Date(at.getTime() + this.#rules.ttlMs.sessionToken);
    return row.expires_at;
  }

  async #endOldest(wanted: NewToken, at: Date): Promise<void> {
    if (wanted.method === 'anonymous') return;
    const messaging = wanted.method === 'messaging';
    const max = this.#rules.maxLive[messaging ? 'messaging' : wanted.kind === 'user' ? 'user' : 'exchanged'];
    const surplus = await this.#db.query<{ jti: string }>(
      {
        name: 'token-surplus',
        text: `SELECT jti FROM tokens
               WHERE kind = $1 AND principal_id = $2 AND id_project = $3 AND revoked_at IS NULL AND expires_at > $4
                 AND (method = 'messaging') = $5 AND (NOT $5 OR parent IS NOT DISTINCT FROM $6)
               ORDER BY created_at DESC, id DESC OFFSET $7`,
      },
      [wanted.kind, wanted.principalId, projectKey(wanted), at, messaging, wanted.parent ?? null, max - 1],
    );
    if (surplus.length === 0) return;
    const jtis = surplus.map(({ jti }) => jti);
    await this.#revoke('session_limit', '(jti = ANY($3) OR parent = ANY($3))', [jtis]);
  }

  async #insert(wanted: NewToken, facts: RecordedToken): Promise<void> {
    const { clientAddress, userAgent } = currentCall();
    await this.#db.prisma.token.createMany({
      data: [
        {
          ...facts,
          kind: wanted.kind,
          principalId: wanted.principalId,
          idProject: projectKey(wanted),
          method: wanted.method,
          parent: wanted.parent,
          cookieHash: wanted.cookieHash,
          ip: clientAddress,
          userAgent: userAgent?.slice(0, 300),
          updatedAt: facts.createdAt,
        },
      ],
    });
  }

  /** Revokes the live tokens that match `condition` and announces each exactly once. */
  async #revoke(reason: RevocationReason, condition: string, values: readonly unknown[]): Promise<number> {
    const at = new Date();
    return this.#db.transaction(async () => {
      const rows = await this.#db.query<RevokedRow>(
        `UPDATE tokens SET revoked_at = $1, revoked_reason = $2, updated_at = $1, version = version + 1
         WHERE revoked_at IS NULL AND ${condition}
         RETURNING jti, id, method, sub, principal_id, nullif(id_project, '${noProject}') AS bound_to, expires_at, version`,
        [at, reason, ...values],
      );
      await appendToOutbox(this.#db, rows.map(announced));
      return rows.length;
    });
  }
}

interface RevokedRow {
  jti: string;
  id: string;
  method: string;
  sub: string;
  principal_id: string;
  bound_to: string | null;
  expires_at: Date;
  version: number;
}

function announced(row: RevokedRow): NewEvent {
  const projectId = row.bound_to ?? undefined;
  const event = tokenRevoked({
    jti: row.jti,
    sid: row.method === 'session' ? row.id : undefined,
    sub: row.sub,
    id_user: row.principal_id,
    id_project: projectId,
    expiresAt: row.expires_at.toISOString(),
  });
  const aggregate = { noun: 'token', id: row.id, version: row.version };
  return { event, aggregate, projectId, actor: currentCall().actor ?? 'system' };
}
