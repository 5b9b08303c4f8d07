import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SeatsByUser } from '../participant/seats.ts';
import { isBot } from '../request-state/request.ts';

/** Bounds the list; no member serves more at once. */
const maxServed = 1_000;

/** Reads seats, and the requests that take them. */
export class SeatQueries {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Seats held by each of these users; users who hold none may be missing. */
  async heldBy(projectId: string, users: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db.prisma.seat.findMany({
      where: { idProject: projectId, idUser: { in: [...users] } },
      select: { idUser: true, held: true },
    });
    return new Map(rows.map((row) => [row.idUser, row.held]));
  }

  /** The present seats of these users, without a lock. */
  async seatsOf(projectId: string, users: readonly string[]): Promise<SeatsByUser> {
    const rows = await this.#db.prisma.seat.findMany({
      where: { idProject: projectId, idUser: { in: [...users] } },
      select: { idUser: true, held: true, lastAssignedAt: true },
    });
    return new Map(rows.map(({ idUser, ...seat }) => [idUser, seat]));
  }

  /** Ids of the open requests that a member serves, the oldest first. For a bot including those in preflight. */
  async servedBy(projectId: string, user: string): Promise<string[]> {
    const rows = await this.#db.prisma.request.findMany({
      where: {
        idProject: projectId,
        status: { lt: 1000 },
        ...(!isBot(user) && { preflight: false }),
        participants: { has: user },
      },
      orderBy: [{ waitingSince: 'asc' }, { id: 'asc' }],
      take: maxServed,
      select: { requestId: true },
    });
    return rows.map(({ requestId }) => requestId);
  }
}
