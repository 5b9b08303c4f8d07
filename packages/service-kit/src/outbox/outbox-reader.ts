import type {
  EventKey,
  GetEventsRequest,
  GetEventsResponse,
  Horizon,
  ListEventsRequest,
  ListEventsResponse,
} from '@parley/proto-gen/events/v1/events';
import { Signal } from '../concurrency/signal.ts';
import { pause, untilNext } from '../concurrency/timing.ts';
import type { Database, Statement } from '../database/database.ts';
import { CommitHorizon } from './commit-horizon.ts';
import { committedEvents } from './outbox.ts';

/** Where consumers read what a service has announced: another service over gRPC, or the outbox of their own. */
export interface Publisher {
  /** Begins at once, continues with what is committed later, and answers every few seconds even if there is nothing. */
  listEvents(request: ListEventsRequest, over: AbortSignal): AsyncIterable<ListEventsResponse>;
  getEvents(request: GetEventsRequest): AsyncIterable<GetEventsResponse>;
}

/** How much longer than while events are written a publisher at rest waits between two looks. A commit in this process ends the wait. */
const atRest = 5;
/** Rows read of each shard by one call. */
const defaultLimit = 500;
const maxRows = 1_000;
/** Texts read from the database at once: each may be half a megabyte. */
const textsAtOnce = 32;

/** Reads a service's outbox for its consumers, up to the commit horizon and never beyond. Source: contract 50 section 3.6. */
export class OutboxReader implements Publisher {
  readonly #db: Database;
  readonly #horizon: CommitHorizon;
  readonly #everyMs: number;
  #latest: { place: string; rows: Promise<ShardRows[]> } | undefined;

  /** @param everyMs between two looks while events are written; at rest five times as long */
  constructor(db: Database, everyMs = 1_000) {
    this.#db = db;
    this.#horizon = new CommitHorizon(db);
    this.#everyMs = everyMs;
  }

  async *listEvents(request: ListEventsRequest, over: AbortSignal | undefined): AsyncGenerator<ListEventsResponse> {
    const afterSeq = { ...request.afterSeq };
    const news = new Signal();
    const wake = () => news.call();
    const forget = committedEvents.listen(this.#db, wake);
    over?.addEventListener('abort', wake);
    try {
      while (!over?.aborted) {
        const page = await this.#page({ ...request, afterSeq });
        yield page;
        const hasMoved = page.horizons.some(({ shard, seq }) => seq !== afterSeq[shard]);
        for (const { shard, seq } of page.horizons) afterSeq[shard] = seq;
        const isCut = page.horizons.some(({ timeMs }) => timeMs === undefined);
        if (isCut) continue;
        // At the same moment for all who read here, so that they share one look at the horizon.
        if (!hasMoved && !(await news.wait(untilNext(this.#everyMs * atRest)))) continue;
        await pause(untilNext(this.#everyMs), over);
      }
    } finally {
      forget();
      over?.removeEventListener('abort', wake);
    }
  }

  async #page({ afterSeq, limit, types }: ListEventsRequest): Promise<ListEventsResponse> {
    const horizon = await this.#horizon.look();
    if (horizon === undefined) return { events: [], horizons: [] };

    const cursors = Object.entries(afterSeq).map(([shard, seq]) => ({ shard: Number(shard), seq }));
    const perShard = Math.min(limit || defaultLimit, maxRows);
    const behind = cursors.filter(({ seq }) => seq < horizon.seq);
    const read = new Map((await this.#read(behind, horizon.seq, perShard)).map((row) => [row.shard, row]));
    const horizons = cursors.map(({ shard, seq }): Horizon => {
      const rows = read.get(shard);
      const isCut = rows !== undefined && rows.read >= perShard;
      return isCut ? { shard, seq: rows.lastSeq } : { shard, seq: Math.max(seq, horizon.seq), timeMs: horizon.timeMs };
    });
    const isRequested = ({ type }: EventKey) => types.length === 0 || types.includes(type);
    return { events: [...read.values()].flatMap((rows) => rows.events.filter(isRequested)), horizons };
  }

  async *getEvents({ events }: GetEventsRequest): AsyncGenerator<GetEventsResponse> {
    const asked = events.slice(0, maxRows);
    for (let first = 0; first < asked.length; first += textsAtOnce) {
      const some = asked.slice(first, first + textsAtOnce);
      const rows = await this.#db.query<{ event: string }>(texts, [
        some.map(({ idProject }) => idProject),
        some.map(({ id }) => id),
      ]);
      for (const { event } of rows) yield { eventJson: event };
    }
  }

  /** Read once for all who have come equally far: as a rule those are all, at the same moment. */
  #read(cursors: readonly { shard: number; seq: number }[], upTo: number, limit: number): Promise<ShardRows[]> {
    // The usual case: nothing new.
    if (cursors.length === 0) return Promise.resolve([]);
    const values = [cursors.map(({ shard }) => shard), cursors.map(({ seq }) => seq), upTo, limit];
    const place = JSON.stringify(values);
    if (this.#latest?.place === place) return this.#latest.rows;
    const rows = this.#db.query<ShardRows>(rowsAbove, values);
    const latest = { place, rows };
    this.#latest = latest;
    rows.catch(() => {
      if (this.#latest === latest) this.#latest = undefined;
    });
    return rows;
  }
}

interface ShardRows {
  shard: number;
  read: number;
  lastSeq: number;
  events: EventKey[];
}

// The limit is of rows read, not of rows returned: a reader of rare types never makes one statement read everything. The horizon stands
// outside: with two bounds of `seq` PostgreSQL expects next to no rows, and sorts all there are instead of walking the index.
const rowsAbove: Statement = {
  name: 'outbox_rows_above',
  text: `select place.shard, count(*) as read, max(row.seq) as "lastSeq",
      json_agg(json_build_object('shard', place.shard, 'seq', row.seq, 'idProject', row.id_project, 'id', row.id,
        'type', row.type, 'createdAtMs', floor(extract(epoch from row.created_at) * 1000)::bigint) order by row.seq) as events
    from unnest($1::smallint[], $2::bigint[]) place(shard, seq)
    cross join lateral (
      select seq, id_project, id, type, created_at from outbox
      where outbox.shard = place.shard and outbox.seq > place.seq
      order by outbox.seq limit $4
    ) row
    where row.seq <= $3
    group by place.shard`,
};

const texts: Statement = {
  name: 'outbox_texts',
  text: `select event from unnest($1::text[], $2::text[]) asked(id_project, id)
    join outbox using (id_project, id) order by outbox.seq`,
};
