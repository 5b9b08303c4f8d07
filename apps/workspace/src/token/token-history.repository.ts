import type { PageQuery } from '@parley/contracts';
import { binder, type Database, type Placed, pageOf, type SortedList } from '@parley/service-kit/database';

import type { PrismaClient, Token as TokenRow } from '../generated/prisma/client.ts';
import { projectKey, type TokenOwner, type TokenRecord } from './token.ts';
import { toRecord } from './token-rows.repository.ts';

type SortField = 'createdAt' | 'expiresAt';

const list: SortedList<SortField> = {
  name: 'tokens',
  columns: {
    createdAt: { sql: 'created_at', type: 'timestamptz' },
    expiresAt: { sql: 'expires_at', type: 'timestamptz' },
  },
  id: 'id',
  defaultField: 'createdAt',
};

/** Read-only history of tokens, revoked and expired ones included. */
export class TokenHistoryRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  async list(owner: TokenOwner, query: PageQuery<SortField>): Promise<{ tokens: TokenRecord[]; next?: string }> {
    const page = pageOf(list, query);
    const values: unknown[] = [owner.kind, owner.principalId, projectKey(owner)];
    const bind = binder(values);
    const rows = await this.#db.query<TokenRow & Placed>(
      `SELECT id, jti, sub, aud, kind, principal_id AS "principalId", id_project AS "idProject", method, parent, ip,
         user_agent AS "userAgent", revoked_at AS "revokedAt", revoked_reason AS "revokedReason",
         created_at AS "createdAt", expires_at AS "expiresAt", updated_at AS "updatedAt", version, ${page.columns}
       FROM tokens
       WHERE kind = $1 AND principal_id = $2 AND id_project = $3 AND ${page.after(bind)}
       ORDER BY ${page.order} ${page.limit(bind)}`,
      values,
    );
    const { rows: found, next } = page.cut(rows);
    return { tokens: found.map(toRecord), next };
  }
}
