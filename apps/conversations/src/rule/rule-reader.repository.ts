import { noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** How far rules have read the outbox. */
export interface ReadingPlace {
  seq: number;
  at: Date;
}

export interface EventRow extends ReadingPlace {
  projectId: string;
  request: string;
  event: string;
}

/** An id has the second in which its process made it; clocks differ, and transactions take a while. */
const idSlackMs = 600_000;

/** Reads the own outbox for rules; no send knows of it. */
export class RuleReader {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @param oldest before it no rule was enabled: what is older need not be read */
  async place(oldest: number): Promise<ReadingPlace> {
    const [known] = await this.#db.query<ReadingPlace>(place, [noProject]);
    if (known && known.seq >= oldest) return known;
    const [row] = await this.#db.query<ReadingPlace>(begin, [noProject, oldest]);
    if (!row) throw new Error('The place of the rules was not stored.');
    return row;
  }

  /** Events of these projects after a place and up to a number, in order. */
  events(
    from: ReadingPlace,
    to: number,
    { projects, types, limit }: { projects: readonly string[]; types: readonly string[]; limit: number },
  ): Promise<EventRow[]> {
    const firstId = Math.max(0, Math.floor((from.at.getTime() - idSlackMs) / 1_000))
      .toString(16)
      .padStart(8, '0');
    return this.#db.query<EventRow>(events, [from.seq, to, firstId, projects, types, limit]);
  }

  /** Unless another replica has moved it first. */
  async move(from: ReadingPlace, to: ReadingPlace): Promise<void> {
    await this.#db.query(move, [noProject, from.seq, to.seq, to.at]);
  }
}

const place = { name: 'rule_place', text: 'select seq, at from rule_state where id_project = $1' };
const begin = {
  name: 'rule_begin',
  text: `insert into rule_state as p (id_project, seq, at) values ($1, $2, now())
    on conflict (id_project) do update set seq = greatest(p.seq, excluded.seq), at = p.at returning seq, at`,
};
const events = {
  name: 'rule_events',
  text: `select o.id_project as "projectId", o.seq, o.created_at as at, o.partition_key as request, o.event from outbox o
    where o.shard = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}') and o.seq > $1 and o.seq <= $2 and o.id >= $3
      and o.id_project = any ($4) and o.type = any ($5) order by o.seq limit $6`,
};
const move = {
  name: 'rule_move',
  text: 'update rule_state set seq = $3, at = $4 where id_project = $1 and seq = $2',
};
