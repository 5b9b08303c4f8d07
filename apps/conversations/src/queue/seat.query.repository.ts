import type { Database } from '@parley/service-kit/database';

import type { PrismaClient } from '../generated/prisma/client.ts';
import type { SeatBook } from '../participant/seats.ts';
import { isBot } from '../request-state/request.ts';

/** Nobody serves more at once; it only bounds the list. */
const mostServed = 1_000;

/** How busy people are, and with what. */
export class SeatQueries {
  readonly #db: Database<PrismaClient>;

  constructor(db: Database<PrismaClient>) {
    this.#db = db;
  }

  /** Seats held by each of these users; who holds none may be missing. */
  async heldBy(projectId: string, users: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db.prisma.seat.findMany({
      where: { idProject: projectId, idUser: { in: [...users] } },
      select: { idUser: true, held: true },
    });
    return new Map(rows.map((row) => [row.idUser, row.held]));
  }

  /** The seats of these users as they are now, without a lock. */
  async bookOf(projectId: string, users: readonly string[]): Promise<SeatBook> {
    const rows = await this.#db.prisma.seat.findMany({
      where: { idProject: projectId, idUser: { in: [...users] } },
      select: { idUser: true, held: true, lastAssignedAt: true },
    });
    return new Map(rows.map(({ idUser, ...seat }) => [idUser, seat]));
  }

  /** Ids of the open requests that somebody serves, the oldest first. A bot serves also those that have not begun. */
  async servedBy(projectId: string, user: string): Promise<string[]> {
    const rows = await this.#db.prisma.request.findMany({
      where: {
        idProject: projectId,
        status: { lt: 1000 },
        ...(!isBot(user) && { preflight: false }),
        participants: { has: user },
      },
      orderBy: [{ waitingSince: 'asc' }, { id: 'asc' }],
      take: mostServed,
      select: { requestId: true },
    });
    return rows.map(({ requestId }) => requestId);
  }
}
