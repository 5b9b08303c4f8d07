import type { Database } from '@parley/service-kit';

import { setParticipationsOfRequests } from './participation.sql.ts';
import { type Kept, movesBetween, type RequestFact } from './request-fact.ts';

const columns = `id_project as "projectId", id, request_id as "requestId", version, is_deleted as "isDeleted",
  is_draft as "isDraft", is_counted as "isCounted", created_at as "createdAt", told_at as "toldAt", department, channel,
  status, has_bot as "hasBot", participants, tags, waiting_ms as "waitingMs", duration_ms as "durationMs",
  duration_class as "durationClass", rating`;

/** The only writer of `request_fact` and `participation`; what a change moves in the rollups it notes in `request_delta`. */
export class RequestFactRepository {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /**
   * Keeps what was told of a request unless something newer was. Holds its row for the rest of the transaction.
   * @returns what was known, and what is now
   */
  keep(told: RequestFact): Promise<Kept> {
    return this.#db.transaction(async () => {
      let current = await this.#lock(told);
      if (!current) {
        const inserted = await this.#db.query(insert, valuesOf(told));
        if (inserted.length > 0) {
          await this.#move(undefined, told);
          return { after: told };
        }
        // Somebody was first, and has committed.
        current = await this.#lock(told);
      }
      if (!current) throw new Error('A fact is neither there nor can it be made.');
      if (current.isDeleted || (current.version >= told.version && !told.isDeleted)) return { after: current };
      const next = told.isDeleted ? { ...told, createdAt: current.createdAt } : told;
      await this.#db.query(update, valuesOf(next));
      await this.#move(current, next);
      return { before: current, after: next };
    });
  }

  async #lock({ projectId, id }: RequestFact): Promise<RequestFact | undefined> {
    const [current] = await this.#db.query<RequestFact>(lock, [projectId, id]);
    return current;
  }

  async #move(before: RequestFact | undefined, after: RequestFact): Promise<void> {
    const moves = movesBetween(before, after);
    if (moves.length > 0) {
      const rows = moves.map(({ sign, contribution }) => ({ sign, ...contribution }));
      await this.#db.query(note, [after.projectId, JSON.stringify(rows)]);
    }
    const [left, taking] = [takingPart(before), takingPart(after)];
    const created = [before ?? after, after].map(({ createdAt }) => createdAt);
    const isSame =
      moves.length === 0 && left.join() === taking.join() && created[0]?.getTime() === created[1]?.getTime();
    if (isSame || left.length + taking.length === 0) return;
    await this.#db.query(setParticipationsOfRequests, [after.projectId, created.map(() => after.id), created]);
  }
}

function takingPart(fact: RequestFact | undefined): string[] {
  return fact?.isCounted ? fact.participants : [];
}

function valuesOf(fact: RequestFact): unknown[] {
  return [
    ...[fact.projectId, fact.id, fact.requestId, fact.version, fact.isDeleted, fact.isDraft, fact.isCounted],
    ...[fact.createdAt, fact.toldAt, fact.department, fact.channel, fact.status, fact.hasBot, fact.participants],
    ...[fact.tags, fact.waitingMs, fact.durationMs, fact.durationClass, fact.rating],
  ];
}

const lock = {
  name: 'request_fact_lock',
  text: `select ${columns} from request_fact where id_project = $1 and id = $2 for update`,
};

const insert = {
  name: 'request_fact_insert',
  text: `insert into request_fact (id_project, id, request_id, version, is_deleted, is_draft, is_counted, created_at, told_at,
      department, channel, status, has_bot, participants, tags, waiting_ms, duration_ms, duration_class, rating)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
    on conflict do nothing returning id`,
};

const update = {
  name: 'request_fact_update',
  text: `update request_fact set request_id = $3, version = $4, is_deleted = $5, is_draft = $6, is_counted = $7, created_at = $8,
      told_at = $9, department = $10, channel = $11, status = $12, has_bot = $13, participants = $14, tags = $15,
      waiting_ms = $16, duration_ms = $17, duration_class = $18, rating = $19
    where id_project = $1 and id = $2`,
};

const note = {
  name: 'request_delta_note',
  text: `insert into request_delta (id_project, sign, quarter, department, channel, status, has_bot, waiting_ms, duration_ms,
      duration_class, rating)
    select $1, sign, quarter, department, channel, status, "hasBot", "waitingMs", "durationMs", "durationClass", rating
    from json_to_recordset($2::json) as moves(sign smallint, quarter int, department text, channel text, status smallint,
      "hasBot" boolean, "waitingMs" bigint, "durationMs" bigint, "durationClass" smallint, rating numeric)`,
};
