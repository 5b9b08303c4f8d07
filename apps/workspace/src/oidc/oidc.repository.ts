import { createHash } from 'node:crypto';

import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';

import { newCode } from '../code/code.ts';
import type { Prisma, PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from './connection.ts';
import type { IssuedLogin, IssuerLogout, OidcRequest } from './issuers.client.ts';
import type { Standing } from './standing.ts';

/** How long a person may stay at the issuer. Source: contract 12 section 2. */
export const flowMs = 10 * 60_000;

export interface OidcFlow {
  connection: string;
  returnTo: string;
  request: OidcRequest;
}

/** A sign-in by an issuer, on its way to a session or with one. */
export interface OidcLogin {
  id: string;
  connection: string;
  standing?: Standing;
  idToken: string;
}

interface FlowRow {
  connection: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
}

/** The only writer of `oidc_flows`, `oidc_identities` and `oidc_logins`. */
export class OidcRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;

  constructor(db: Database<PrismaClient>, secrets: Secrets) {
    this.#db = db;
    this.#secrets = secrets;
  }

  /** @returns what the browser keeps in a cookie: only it can come back with the state */
  async begin({ connection, returnTo, request }: OidcFlow, at: Date): Promise<string> {
    const { code: browser, hash } = newCode();
    const { state, nonce, codeVerifier } = request;
    await this.#db.prisma.oidcFlow.createMany({
      data: [
        {
          ...{ stateHash: hashOf(state), browserHash: hash, connection, nonce, returnTo },
          codeVerifier: this.#secrets.seal(codeVerifier, connection),
          expiresAt: new Date(at.getTime() + flowMs),
        },
      ],
    });
    return browser;
  }

  /** Exactly one of any number of concurrent callers gets the flow. */
  async redeem(state: string, browser: string, at: Date): Promise<OidcFlow | undefined> {
    const [row] = await this.#db.query<FlowRow>(
      {
        name: 'redeem-oidc-flow',
        text: `DELETE FROM oidc_flows WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > $3
               RETURNING connection, nonce, code_verifier, return_to`,
      },
      [Buffer.from(hashOf(state)), Buffer.from(hashOf(browser)), at],
    );
    if (!row) return undefined;
    const { connection, nonce, return_to: returnTo } = row;
    return {
      connection,
      returnTo,
      request: { state, nonce, codeVerifier: this.#secrets.open(row.code_verifier, connection) },
    };
  }

  async dropExpiredBefore(time: Date): Promise<void> {
    await this.#db.prisma.oidcFlow.deleteMany({ where: { expiresAt: { lt: time } } });
  }

  /** Those of sessions that have ended, and those that never came to one. */
  async dropLoginsBefore(time: Date): Promise<void> {
    await this.#db.prisma.oidcLogin.deleteMany({ where: { createdAt: { lt: time } } });
  }

  /** Remembers a sign-in until its session is open, and with it. @returns its id */
  async noteLogin(
    { identity: { issuer, subject }, sid, idToken }: IssuedLogin,
    { connection, userId, standing, at }: { connection: string; userId: string; standing?: Standing; at: Date },
  ): Promise<string> {
    const id = newId(at);
    const sealedIdToken = this.#secrets.seal(idToken, id);
    const row = { id, connection, issuer, subject, sid, sealedIdToken, userId, createdAt: at };
    await this.#db.prisma.oidcLogin.createMany({
      data: [{ ...row, ...(standing && { standing: standing as Prisma.InputJsonObject }) }],
    });
    return id;
  }

  /** Gives a sign-in its session, within the transaction that opens it. @returns nothing for one that has another, or is not this person's */
  async bindLogin(id: string, userId: string, sessionJti: string): Promise<OidcLogin | undefined> {
    const where = { id, userId, sessionJti: null };
    const { count } = await this.#db.prisma.oidcLogin.updateMany({ where, data: { sessionJti } });
    return count === 1 ? this.#login({ id }) : undefined;
  }

  loginOfSession(sessionJti: string): Promise<OidcLogin | undefined> {
    return this.#login({ sessionJti });
  }

  /** Sessions that an issuer has made by a connection: all, or those that a logout names. */
  async sessionsOf(
    connection: string,
    logout?: IssuerLogout & { issuer: string },
  ): Promise<{ userId: string; jti: string }[]> {
    const which = logout && {
      issuer: logout.issuer,
      createdAt: { lte: logout.before },
      // Both named: the session there that is this person's.
      ...(logout.sid !== undefined && { sid: logout.sid }),
      ...(logout.subject !== undefined && { subject: logout.subject }),
    };
    const where = { connection, sessionJti: { not: null }, ...which };
    const rows = await this.#db.prisma.oidcLogin.findMany({ where, select: { userId: true, sessionJti: true } });
    return rows.flatMap(({ userId, sessionJti: jti }) => (jti === null ? [] : [{ userId, jti }]));
  }

  async #login(where: { id: string } | { sessionJti: string }): Promise<OidcLogin | undefined> {
    const row = await this.#db.prisma.oidcLogin.findFirst({ where });
    if (!row) return undefined;
    const standing = (row.standing ?? undefined) as Standing | undefined;
    const idToken = this.#secrets.open(row.sealedIdToken, row.id);
    return { id: row.id, connection: row.connection, standing, idToken };
  }

  /** Serialises the sign-ins of one person at an issuer until the ambient transaction ends. */
  async lock({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<void> {
    await this.#db.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`oidc ${issuer} ${subject}`]);
  }

  async holderOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<string | undefined> {
    const row = await this.#db.prisma.oidcIdentity.findFirst({ where: { issuer, subject } });
    return row?.userId;
  }

  /** @returns false when another account has the identity */
  async link({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>, userId: string, at: Date): Promise<boolean> {
    const data = [{ issuer, subject, userId, createdAt: at }];
    await this.#db.prisma.oidcIdentity.createMany({ data, skipDuplicates: true });
    return (await this.holderOf({ issuer, subject })) === userId;
  }

  async unlinkAll(userId: string): Promise<void> {
    await this.#db.prisma.oidcIdentity.deleteMany({ where: { userId } });
  }
}

function hashOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(text, 'utf8').digest());
}
