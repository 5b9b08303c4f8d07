import type { Database, Statement } from '@parley/service-kit';

const held: Statement = {
  name: 'held_seats',
  text: 'select s.id_user as "idUser", s.held from seat s where s.id_project = $1 and s.id_user = any($2)',
};

const served: Statement = {
  name: 'served_by',
  text: `select r.request_id as "requestId" from request r
    where r.id_project = $1 and r.status < 1000 and not r.preflight and $2 = any(r.participants)
    order by r.waiting_since, r.id limit 1000`,
};

/** How busy people are, and with what. */
export class SeatQueries {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Seats held by each of these users; who holds none may be missing. */
  async heldBy(projectId: string, users: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.#db.query<{ idUser: string; held: number }>(held, [projectId, users]);
    return new Map(rows.map((row) => [row.idUser, row.held]));
  }

  /** Ids of the open requests that somebody serves, the oldest first. */
  async servedBy(projectId: string, user: string): Promise<string[]> {
    const rows = await this.#db.query<{ requestId: string }>(served, [projectId, user]);
    return rows.map(({ requestId }) => requestId);
  }
}
