import { commonErrors, type DomainEvent } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';

import type { Prisma, PrismaClient, User as UserRow } from '../generated/prisma/client.ts';
import { actorOf, type User, type UserChange, UserStatus } from './user.ts';

export interface Credentials {
  user: User;
  /** Absent: no password matches. */
  passwordHash?: string;
}

const activeOrdinary = { status: UserStatus.active, provisionedBy: null } as const;

/** The only writer of `users`. Addresses are given in lower case. */
export class UserRepository {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** The living ordinary user of an address: the only kind that sign-in, reset, Basic and invitations may find. */
  async findByEmail(email: string): Promise<User | undefined> {
    return (await this.credentialsOf({ email }))?.user;
  }

  /** Any user, deleted and provisioned ones included; check `status`. */
  async findById(id: string): Promise<User | undefined> {
    const row = await this.#db.prisma.user.findFirst({ where: { id } });
    return row ? toUser(row) : undefined;
  }

  /** The password hash of an active ordinary user. */
  async credentialsOf(who: { email: string } | { id: string }): Promise<Credentials | undefined> {
    const row = await this.#db.prisma.user.findFirst({ where: { ...who, ...activeOrdinary } });
    return row ? { user: toUser(row), passwordHash: row.passwordHash ?? undefined } : undefined;
  }

  /** @returns false when a living ordinary user has this address already */
  async insert(user: User, passwordHash: string | undefined, events: DomainEvent[]): Promise<boolean> {
    return this.#db.transaction(async () => {
      const { count } = await this.#db.prisma.user.createMany({
        data: [{ ...toRow(user), id: user.id, createdAt: user.createdAt, passwordHash }],
        skipDuplicates: true,
      });
      if (count === 1) await this.#announce(user, events);
      return count === 1;
    });
  }

  /**
   * Locks the user until the transaction ends and stores what `decide` returns.
   * @throws commonErrors.unauthorized when the user is deleted: their credentials are void
   */
  async update(id: string, decide: (current: User) => UserChange | Promise<UserChange>): Promise<User> {
    return this.#db.transaction(async () => {
      const current = await this.#lock(id);
      if (current?.status !== UserStatus.active) throw commonErrors.unauthorized();

      const { next, passwordHash, events = [] } = await decide(current);
      if (next !== current) {
        const data: Prisma.UserUpdateManyArgs['data'] = {
          ...toRow(next),
          ...(passwordHash !== undefined && { passwordHash }),
        };
        if (next.status === UserStatus.deleted) data.passwordHash = null;
        await this.#db.prisma.user.updateMany({ where: { id }, data });
      }
      await this.#announce(next, events);
      return next;
    });
  }

  /**
   * Locks the user until the transaction ends.
   * @throws commonErrors.unauthorized when the user is deleted
   */
  async whileLocked<Result>(id: string, work: (user: User) => Promise<Result>): Promise<Result> {
    return this.#db.transaction(async () => {
      const user = await this.#lock(id);
      if (user?.status !== UserStatus.active) throw commonErrors.unauthorized();
      return work(user);
    });
  }

  async #lock(id: string): Promise<User | undefined> {
    await this.#db.query({ name: 'lock-user', text: 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE' }, [id]);
    return this.findById(id);
  }

  #announce(user: User, events: DomainEvent[]): Promise<void> {
    const { id, version } = user;
    return announce(this.#db, { noun: 'user', id, version, actor: actorOf(user) }, events);
  }
}

function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    firstname: row.firstname,
    lastname: row.lastname,
    emailVerified: row.emailVerified,
    status: row.status,
    phone: row.phone ?? undefined,
    description: row.description ?? undefined,
    publicEmail: row.publicEmail ?? undefined,
    publicWebsite: row.publicWebsite ?? undefined,
    attributes: row.attributes as Record<string, unknown>,
    avatar: row.avatar ?? undefined,
    credentialsVersion: row.credentialsVersion,
    provisionedBy: row.provisionedBy ?? undefined,
    externalId: row.externalId ?? undefined,
    signedInAt: row.signedInAt ?? undefined,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    version: row.version,
  };
}

function toRow(user: User) {
  return {
    email: user.email,
    firstname: user.firstname,
    lastname: user.lastname,
    emailVerified: user.emailVerified,
    status: user.status,
    phone: user.phone ?? null,
    description: user.description ?? null,
    publicEmail: user.publicEmail ?? null,
    publicWebsite: user.publicWebsite ?? null,
    attributes: user.attributes as Prisma.InputJsonObject,
    credentialsVersion: user.credentialsVersion,
    provisionedBy: user.provisionedBy ?? null,
    externalId: user.externalId ?? null,
    signedInAt: user.signedInAt ?? null,
    updatedAt: user.updatedAt,
    version: user.version,
  };
}
