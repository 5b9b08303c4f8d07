import { noProject, type RevocationReason, type TokenMethod } from '@parley/contracts';

import type { Token as TokenRow } from '../generated/prisma/client.ts';
import type { TokenKind, TokenRecord } from './token.ts';

/** Safe casts: only the repository writes these text columns, from closed lists. */
export function toRecord(row: TokenRow): TokenRecord {
  return {
    id: row.id,
    jti: row.jti,
    sub: row.sub,
    aud: row.aud,
    kind: row.kind as TokenKind,
    principalId: row.principalId,
    projectId: row.idProject === noProject ? undefined : row.idProject,
    method: row.method as TokenMethod,
    parent: row.parent ?? undefined,
    ip: row.ip ?? undefined,
    userAgent: row.userAgent ?? undefined,
    revokedAt: row.revokedAt ?? undefined,
    revokedReason: (row.revokedReason ?? undefined) as RevocationReason | undefined,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}
