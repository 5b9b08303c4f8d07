import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import { type CodePurpose, codeTtlMs, hashOfCode, newCode } from './code.ts';

/** The only writer of `user_codes`: one-time codes. */
export class CodeRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Issues a new code and voids the previous one. */
  async issue(userId: string, purpose: CodePurpose, at: Date): Promise<string> {
    const { code, hash } = newCode();
    const row = { codeHash: hash, createdAt: at, expiresAt: new Date(at.getTime() + codeTtlMs[purpose]) };
    await this.#db.prisma.userCode.upsert({
      where: { userId_purpose: { userId, purpose } },
      create: { userId, purpose, ...row },
      update: row,
    });
    return code;
  }

  /** The user of a valid code. Does not consume it. */
  async holderOf(code: string, purpose: CodePurpose, at: Date): Promise<string | undefined> {
    const row = await this.#db.prisma.userCode.findFirst({
      where: { codeHash: hashOfCode(code), purpose, expiresAt: { gt: at } },
    });
    return row?.userId;
  }

  /**
   * Consumes a code: exactly one of any number of concurrent callers gets its user.
   * @param userId the expected user; a code of another user is not consumed
   */
  async redeem(code: string, purpose: CodePurpose, at: Date, userId?: string): Promise<string | undefined> {
    const [used] = await this.#db.query<{ user_id: string }>(
      {
        name: 'redeem-code',
        text: `DELETE FROM user_codes
               WHERE code_hash = $1 AND purpose = $2 AND expires_at > $3 AND user_id = coalesce($4, user_id)
               RETURNING user_id`,
      },
      [Buffer.from(hashOfCode(code)), purpose, at, userId ?? null],
    );
    return used?.user_id;
  }

  async void(userId: string, purpose?: CodePurpose): Promise<void> {
    await this.#db.prisma.userCode.deleteMany({ where: { userId, purpose } });
  }
}
