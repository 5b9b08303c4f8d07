import { type Actor, commonErrors, factorChanged, userErrors } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { appendToOutbox } from '@parley/service-kit/outbox';
import type { Secrets } from '@parley/service-kit/security';

import type { UserFactor as FactorRow, PrismaClient } from '../generated/prisma/client.ts';
import { actorOf, fullNameOf, type User } from '../user/user.ts';
import { type Factor, hashOfRecoveryCode, maxFactors, newRecoveryCodes, totpStepOf } from './factor.ts';
import type { PasskeyCredential, Passkeys } from './passkeys.ts';

type Change = Pick<Parameters<typeof factorChanged>[0], 'kind' | 'change'>;

/** The only writer of `user_factors` and `recovery_codes`. Changes run while the user is locked. */
export class FactorRepository {
  readonly #db: Database<PrismaClient>;
  readonly #secrets: Secrets;
  readonly #passkeys: Passkeys;

  constructor(db: Database<PrismaClient>, secrets: Secrets, passkeys: Passkeys) {
    this.#db = db;
    this.#secrets = secrets;
    this.#passkeys = passkeys;
  }

  /** Those that count, oldest first. */
  async list(userId: string): Promise<Factor[]> {
    const rows = await this.#db.prisma.userFactor.findMany({
      where: { userId, confirmedAt: { not: null } },
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(toFactor);
  }

  /** The kinds that a person has; empty: signing in takes none. */
  async kindsOf(userId: string): Promise<Factor['kind'][]> {
    const rows = await this.#db.query<{ kind: Factor['kind'] }>(
      {
        name: 'factor-kinds',
        text: 'SELECT DISTINCT kind FROM user_factors WHERE user_id = $1 AND confirmed_at IS NOT NULL ORDER BY kind DESC',
      },
      [userId],
    );
    return rows.map(({ kind }) => kind);
  }

  /** An authenticator app that counts once it is confirmed; one that was begun before is dropped. @throws commonErrors.limit_reached */
  async beginTotp(factor: Factor, secret: string): Promise<void> {
    const { id, userId, kind, name, createdAt } = factor;
    await this.#db.prisma.userFactor.deleteMany({ where: { userId, kind, confirmedAt: null } });
    if ((await this.#db.prisma.userFactor.count({ where: { userId, kind } })) >= maxFactors)
      throw commonErrors.limit_reached({ limit: maxFactors });
    const sealedSecret = this.#secrets.seal(secret, id);
    await this.#db.prisma.userFactor.createMany({ data: [{ id, userId, kind, name, sealedSecret, createdAt }] });
  }

  /** Whether there is such a factor of the person that waits for its first code. */
  async isBegun(userId: string, id: string): Promise<boolean> {
    return (await this.#db.prisma.userFactor.count({ where: { userId, id, confirmedAt: null } })) > 0;
  }

  /** @returns undefined when the code is not of the app that was begun */
  async confirmTotp(user: User, id: string, code: string, at: Date): Promise<Factor | undefined> {
    const row = await this.#db.prisma.userFactor.findFirst({ where: { userId: user.id, id, confirmedAt: null } });
    if (!row || !(await this.#useStep(row, code, at))) return undefined;
    await this.#db.prisma.userFactor.updateMany({ where: { id }, data: { confirmedAt: at } });
    await this.#announce(user, { kind: 'totp', change: 'added' });
    return toFactor({ ...row, lastUsedAt: at });
  }

  /** Whether it is the code of one of the person's apps, of a step that was not used yet. */
  async useTotp(userId: string, code: string, at: Date): Promise<boolean> {
    const where = { userId, kind: 'totp', confirmedAt: { not: null } };
    for (const row of await this.#db.prisma.userFactor.findMany({ where, orderBy: { id: 'asc' } }))
      if (await this.#useStep(row, code, at)) return true;
    return false;
  }

  async listPasskeys(userId: string): Promise<PasskeyCredential[]> {
    const rows = await this.#db.prisma.userFactor.findMany({ where: { userId, kind: 'passkey' } });
    return rows.map(toCredential);
  }

  /** The holder of a passkey. */
  async holderOf(credentialId: string): Promise<string | undefined> {
    const row = await this.#db.prisma.userFactor.findFirst({ where: { credentialId, kind: 'passkey' } });
    return row?.userId;
  }

  /** @throws commonErrors.limit_reached; userErrors.invalid_credentials for one that is known already */
  async addPasskey(user: User, factor: Factor, credential: PasskeyCredential): Promise<void> {
    const { id, userId, kind, name, createdAt } = factor;
    if ((await this.#db.prisma.userFactor.count({ where: { userId, kind } })) >= maxFactors)
      throw commonErrors.limit_reached({ limit: maxFactors });
    const { count } = await this.#db.prisma.userFactor.createMany({
      data: [{ id, userId, kind, name, createdAt, confirmedAt: createdAt, ...credential }],
      skipDuplicates: true,
    });
    if (count === 0) throw userErrors.invalid_credentials();
    await this.#announce(user, { kind: 'passkey', change: 'added' });
  }

  /** Whether it is a proof for the challenge by one of the person's passkeys. */
  async usePasskey(
    userId: string,
    { challenge, assertion }: { challenge: string; assertion: Record<string, unknown> },
    at: Date,
  ): Promise<boolean> {
    const credentialId = String(assertion.id);
    const row = await this.#db.prisma.userFactor.findFirst({ where: { userId, credentialId, kind: 'passkey' } });
    if (!row) return false;
    const signCount = await this.#passkeys.verify(challenge, assertion, toCredential(row));
    if (signCount === undefined) return false;
    // A count that does not grow is that of a copy.
    const { count } = await this.#db.prisma.userFactor.updateMany({
      where: { id: row.id, signCount: row.signCount },
      data: { signCount, lastUsedAt: at },
    });
    return count === 1;
  }

  /** Whether it is one of the person's recovery codes, which is gone then. */
  async useRecoveryCode(user: User, code: string): Promise<boolean> {
    const where = { userId: user.id, codeHash: new Uint8Array(hashOfRecoveryCode(code)) };
    const { count } = await this.#db.prisma.recoveryCode.deleteMany({ where });
    if (count === 1) await this.#announce(user, { kind: 'recovery_code', change: 'used' });
    return count === 1;
  }

  countRecoveryCodes(userId: string): Promise<number> {
    return this.#db.prisma.recoveryCode.count({ where: { userId } });
  }

  /** Replaces them. @returns the codes, of which only hashes are stored */
  async renewRecoveryCodes(user: User, announces = true): Promise<string[]> {
    const codes = newRecoveryCodes();
    await this.#db.prisma.recoveryCode.deleteMany({ where: { userId: user.id } });
    await this.#db.prisma.recoveryCode.createMany({
      data: codes.map((code) => ({ userId: user.id, codeHash: new Uint8Array(hashOfRecoveryCode(code)) })),
    });
    if (announces) await this.#announce(user, { kind: 'recovery_code', change: 'renewed' });
    return codes;
  }

  /** With the last factor the recovery codes go. @returns undefined when the person has no such factor */
  async remove(user: User, id: string): Promise<Factor | undefined> {
    const where = { userId: user.id, id, confirmedAt: { not: null } };
    const row = await this.#db.prisma.userFactor.findFirst({ where });
    if (!row) return undefined;
    await this.#db.prisma.userFactor.deleteMany({ where });
    if ((await this.kindsOf(user.id)).length === 0)
      await this.#db.prisma.recoveryCode.deleteMany({ where: { userId: user.id } });
    const factor = toFactor(row);
    await this.#announce(user, { kind: factor.kind, change: 'removed' });
    return factor;
  }

  /** All of them, with the recovery codes. @param by absent: nothing is announced, the account has another holder or none */
  async removeAll(user: User, by?: Actor | 'system'): Promise<void> {
    const { count } = await this.#db.prisma.userFactor.deleteMany({ where: { userId: user.id } });
    await this.#db.prisma.recoveryCode.deleteMany({ where: { userId: user.id } });
    if (by !== undefined && count > 0) await this.#announce(user, { kind: 'totp', change: 'reset' }, by);
  }

  /** A step counts once, over all replicas: the update decides. */
  async #useStep({ id, sealedSecret }: FactorRow, code: string, at: Date): Promise<boolean> {
    const step = sealedSecret === null ? undefined : totpStepOf(this.#secrets.open(sealedSecret, id), code, at);
    if (step === undefined) return false;
    const rows = await this.#db.query(
      {
        name: 'use-totp-step',
        text: `UPDATE user_factors SET last_step = $2, last_used_at = $3
               WHERE id = $1 AND coalesce(last_step, -1) < $2 RETURNING 1`,
      },
      [id, step, at],
    );
    return rows.length === 1;
  }

  /** Tells each project of the person. */
  async #announce(user: User, { kind, change }: Change, actor: Actor | 'system' = actorOf(user)): Promise<void> {
    const rows = await this.#db.query<{ id_project: string; id: string; version: number }>(
      {
        name: 'projects-of-factor',
        text: `SELECT m.id_project, m.id, m.version FROM memberships l
                 JOIN teammates m ON m.id_project = l.id_project AND m.id = l.id_teammate
               WHERE l.id_user = $1 AND m.status = 'active' AND NOT m.trashed ORDER BY m.id_project`,
      },
      [user.id],
    );
    const name = fullNameOf(user);
    await appendToOutbox(
      this.#db,
      rows.map(({ id_project: projectId, id, version }) => ({
        event: factorChanged({ id_user: user.id, id_project_user: id, name, kind, change }),
        aggregate: { noun: 'teammate', id, version },
        projectId,
        actor,
      })),
    );
  }
}

function toCredential({ credentialId, publicKey, signCount, transports }: FactorRow): PasskeyCredential {
  return {
    credentialId: credentialId ?? '',
    publicKey: new Uint8Array(publicKey ?? []),
    signCount: Number(signCount),
    transports,
  };
}

function toFactor({ id, userId, kind, name, createdAt, lastUsedAt }: FactorRow): Factor {
  // A safe cast: only this repository writes the column, from a closed list.
  return { id, userId, kind: kind as Factor['kind'], name, createdAt, lastUsedAt: lastUsedAt ?? undefined };
}
