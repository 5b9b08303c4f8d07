import type { Database, Statement } from '@parley/service-kit';

const held: Statement = {
  name: 'held_seats',
  text: 'select s.id_user as "idUser", s.held from seat s where s.id_project = $1 and s.id_user = any($2)',
};

/** How busy people are. */
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
}
