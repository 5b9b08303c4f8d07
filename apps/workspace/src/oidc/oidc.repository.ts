import { createHash } from 'node:crypto';

import type { Database } from '@parley/service-kit/database';
import type { Secrets } from '@parley/service-kit/security';

import { newCode } from '../code/code.ts';
import type { PrismaClient } from '../generated/prisma/client.ts';
import type { Identity } from './connection.ts';
import type { OidcRequest } from './issuers.client.ts';

/** How long a person may stay at the issuer. Source: contract 12 section 2. */
export const flowMs = 10 * 60_000;

export interface OidcFlow {
  connection: string;
  returnTo: string;
  request: OidcRequest;
}

interface FlowRow {
  connection: string;
  nonce: string;
  code_verifier: string;
  return_to: string;
}

/** The only writer of `oidc_flows` and `oidc_identities`. */
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
