import type { Database } from '@parley/service-kit/database';

import type { SeatsByUser } from '../participant/seats.ts';
import { isBot } from '../request-state/request.ts';

/** Bounds the list; no member serves more at once. */
const maxServed = 1_000;

/** Reads seats, and the requests that take them. */
export class SeatQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Seats held by each of these users; users who hold none may be missing. */
  async heldBy(projectId: string, users: readonly string[]): Promise<Map<string, number>> {
    return new Map([...(await this.seatsOf(projectId, users))].map(([user, { held }]) => [user, held]));
  }

  /** The present seats of these users, without a lock. */
  async seatsOf(projectId: string, users: readonly string[]): Promise<SeatsByUser> {
    const rows = await this.#db.query<{ idUser: string; held: number; lastAssignedAt: Date | null }>(seats, [
      projectId,
      users,
    ]);
    return new Map(rows.map(({ idUser, ...seat }) => [idUser, seat]));
  }

  /** Ids of the open requests that a member serves, the oldest first. For a bot including those in preflight. */
  async servedBy(projectId: string, user: string): Promise<string[]> {
    const rows = await this.#db.query<{ requestId: string }>(served, [projectId, user, isBot(user), maxServed]);
    return rows.map(({ requestId }) => requestId);
  }
}

const seats = {
  name: 'seats',
  text: `select id_user as "idUser", held, last_assigned_at as "lastAssignedAt" from seat
    where id_project = $1 and id_user = any($2)`,
};

const served = {
  name: 'requests_served',
  text: `select request_id as "requestId" from request
    where id_project = $1 and status < 1000 and ($3 or not preflight) and participants @> array[$2]
    order by waiting_since, id limit $4`,
};
