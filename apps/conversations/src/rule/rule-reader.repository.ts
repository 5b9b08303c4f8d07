import { type EventEnvelope, noProject } from '@parley/contracts';
import type { Database } from '@parley/service-kit/database';

/** How far the outbox was read. */
export interface ReadingPlace {
  seq: number;
  at: Date;
}

export interface EventRow extends ReadingPlace {
  projectId: string;
  request: string;
  event: string;
}

/** The event of a row, with the time of the database: the clock of the process that recorded it may be wrong. */
export function eventOf<Envelope extends EventEnvelope>({ event, at }: EventRow): Envelope {
  return { ...(JSON.parse(event) as Envelope), time: at.toISOString() };
}

/** An id has the second in which its process made it; clocks differ, and transactions take a while. */
const idSlackMs = 600_000;

/** Reads the own outbox for rules, or for surveys; no send knows of it. */
export class RuleReader {
  readonly #db: Database;
  readonly #texts: ReturnType<typeof statementsOf>;

  /** @param table that has its place */
  constructor(db: Database, table: 'rule_state' | 'survey_state') {
    this.#db = db;
    this.#texts = statementsOf(table);
  }

  /** Where the outbox ends: what is committed already has at most this number. */
  async end(): Promise<number> {
    const [row] = await this.#db.query<{ seq: number }>(drawn);
    return row?.seq ?? 0;
  }

  /** @param oldest what is older need not be read */
  async place(oldest: number): Promise<ReadingPlace> {
    const [known] = await this.#db.query<ReadingPlace>(this.#texts.place, [noProject]);
    if (known && known.seq >= oldest) return known;
    const [row] = await this.#db.query<ReadingPlace>(this.#texts.begin, [noProject, oldest]);
    if (!row) throw new Error('The place of a reader was not stored.');
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
    await this.#db.query(this.#texts.move, [noProject, from.seq, to.seq, to.at]);
  }
}

const drawn = {
  name: 'outbox_drawn',
  text: 'select case when is_called then last_value else 0 end as seq from outbox_seq',
};
const events = {
  name: 'rule_events',
  text: `select o.id_project as "projectId", o.seq, o.created_at as at, o.partition_key as request, o.event from outbox o
    where o.shard = any ('{0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15}') and o.seq > $1 and o.seq <= $2 and o.id >= $3
      and o.id_project = any ($4) and o.type = any ($5) order by o.seq limit $6`,
};
const statementsOf = (table: string) => ({
  place: { name: `${table}_place`, text: `select seq, at from ${table} where id_project = $1` },
  begin: {
    name: `${table}_begin`,
    text: `insert into ${table} as p (id_project, seq, at) values ($1, $2, now())
    on conflict (id_project) do update set seq = greatest(p.seq, excluded.seq), at = p.at returning seq, at`,
  },
  move: { name: `${table}_move`, text: `update ${table} set seq = $3, at = $4 where id_project = $1 and seq = $2` },
});
