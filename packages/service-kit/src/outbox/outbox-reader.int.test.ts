import type { ListEventsResponse } from '@parley/proto-gen/events/v1/events';
import { eventually } from '@parley/testkit';

import { gate } from '../bus/bus.fixture.ts';
import type { Statement } from '../database/database.ts';
import { shardCount } from './envelope.ts';
import { change, openStore, projectId, type Store, upTo } from './outbox.fixture.ts';
import { OutboxReader } from './outbox-reader.ts';

const everyMs = 20;
let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store?.stop());
beforeEach(() => store.db.query('truncate outbox, thing'));

/** Reads on from where it stood, as consumers do. */
class Cursor {
  readonly ids: string[] = [];
  readonly seqs: Record<number, number> = Object.fromEntries(
    Array.from({ length: shardCount }, (_, shard) => [shard, 0]),
  );
  asOfMs: number | undefined;
  /** How often it was found out whether a horizon is reached. */
  looks = 0;
  readonly #reader = new OutboxReader(
    {
      ...store.db,
      query: (statement, values) => {
        if (typeof statement === 'object' && statement.name === 'horizon_ended') this.looks += 1;
        return store.db.query(statement, values);
      },
    },
    everyMs,
  );

  /** Takes one answer. */
  async readOn(limit = 0, types: string[] = []): Promise<void> {
    const [page] = await this.take(1, limit, types);
    for (const { shard, seq } of page?.horizons ?? []) this.seqs[shard] = seq;
  }

  /** Takes some answers of one question. */
  async take(count: number, limit = 0, types: string[] = []): Promise<ListEventsResponse[]> {
    const pages: ListEventsResponse[] = [];
    for await (const page of this.#reader.listEvents({ afterSeq: this.seqs, limit, types }, undefined)) {
      this.ids.push(...page.events.map(({ id }) => id));
      const times = page.horizons.flatMap(({ timeMs }) => timeMs ?? []);
      if (times.length === shardCount) this.asOfMs = Math.min(...times);
      if (pages.push(page) === count) break;
    }
    return pages;
  }
}

const stored = async () =>
  (await store.db.query<{ id: string }>('select id from outbox order by seq')).map(({ id }) => id);
const nowMs = async () => (await store.db.query<{ at: Date }>('select clock_timestamp() as at'))[0]?.at.getTime() ?? 0;

it('lists every committed event once, in order within a shard', async () => {
  const cursor = new Cursor();
  for (const n of upTo(30)) await change(store.db, `k${n % 5}`);
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.ids).toHaveLength(30);
  });
  await change(store.db, 'k1');
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.ids).toHaveLength(31);
  });

  expect([...cursor.ids].sort()).toEqual((await stored()).sort());
});

it('waits at the first row of a transaction that is still open, and lists nothing behind it', async () => {
  const cursor = new Cursor();
  await change(store.db, 'before');
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.ids).toHaveLength(1);
  });
  const written = gate();
  const end = gate();
  const late = change(store.db, 'late', () => {
    written.open();
    return end.opened;
  });
  await written.opened;
  const opened = await nowMs();
  for (const n of upTo(20)) await change(store.db, `k${n}`);
  cursor.looks = 0;
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.looks).toBeGreaterThan(10);
  });
  expect(cursor.ids).toHaveLength(1);
  expect(cursor.asOfMs).toBeLessThanOrEqual(opened);

  end.open();
  await late;
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.ids).toEqual(expect.arrayContaining(await stored()));
  });
  expect(cursor.ids).toHaveLength(22);
});

it.each(['this', 'another'])(
  'is not held up by a transaction in %s database that has announced nothing',
  async (which) => {
    const other = which === 'this' ? store : await openStore();
    const writing = gate();
    const end = gate();
    const long = other.db.transaction(async () => {
      await other.db.query(`insert into thing (key) values ('long')`);
      writing.open();
      await end.opened;
    });
    await writing.opened;
    try {
      const cursor = new Cursor();
      await change(store.db, 'before');
      await eventually(async () => {
        await cursor.readOn();
        expect(cursor.ids).toHaveLength(1);
      });
      await change(store.db, 'after');
      await eventually(async () => {
        await cursor.readOn();
        expect(cursor.ids).toHaveLength(2);
      });
    } finally {
      end.open();
      await long;
      if (other !== store) await other.stop();
    }
  },
);

it('passes no row that appears later, however transactions overlap', async () => {
  const cursor = new Cursor();
  let writing = true;
  const reading = (async () => {
    while (writing) await cursor.readOn(3);
  })();
  await Promise.all(
    upTo(12).map(async (writer) => {
      for (const round of upTo(12)) {
        // Some have their id long before they draw a number, some keep theirs open.
        await store.db.transaction(async () => {
          if (writer % 3 === 0) await store.db.query('select pg_current_xact_id(), pg_sleep(random() * 0.03)');
          await change(store.db, `k${writer}-${round}`, async () => {
            if (writer % 4 === 0) await store.db.query('select pg_sleep(random() * 0.03)');
          });
        });
      }
    }),
  );
  writing = false;
  await reading;

  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.ids).toEqual(expect.arrayContaining(await stored()));
  });
  expect(cursor.ids).toHaveLength(144);
});

it('moves on in time while nothing happens, and without touching a row', async () => {
  const cursor = new Cursor();
  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.asOfMs).toBeDefined();
  });
  const before = await nowMs();

  await eventually(async () => {
    await cursor.readOn();
    expect(cursor.asOfMs).toBeGreaterThan(before);
  });
});

it('says how far it has read when the limit cuts it short, also where nothing is of the wanted type', async () => {
  for (const n of upTo(40)) await change(store.db, `k${n}`);
  const rare = new Cursor();
  const all = new Cursor();
  await eventually(async () => {
    await all.readOn(1);
    expect(all.asOfMs).toBeDefined();
  });
  await eventually(async () => {
    await rare.readOn(1, ['thing.gone']);
    expect(rare.asOfMs).toBeDefined();
  });

  expect([...all.ids].sort()).toEqual((await stored()).sort());
  expect(rare.ids).toEqual([]);
});

it('reads no more of a large outbox than it lists', async () => {
  await store.db.query(
    `insert into outbox (id_project, id, partition_key, shard, seq, type, event)
      select 'p', lpad(to_hex(n), 24, '0'), 'k', n % 16, nextval('outbox_seq'), 'thing.changed', repeat('x', 1000)
      from generate_series(1, 20000) n`,
  );
  await store.db.query('analyze outbox');
  const explained: string[] = [];
  const reader = new OutboxReader({
    ...store.db,
    async query<Row extends object>(statement: Statement | string, values?: readonly unknown[]) {
      if (typeof statement === 'object' && statement.name === 'outbox_rows_above') {
        const plan = await store.db.query(`explain ${statement.text}`, values);
        explained.push(...plan.map((line) => String(Object.values(line)[0])));
      }
      return store.db.query<Row>(statement, values);
    },
  });
  for await (const page of reader.listEvents({ afterSeq: new Cursor().seqs, limit: 10, types: [] }, undefined)) {
    if (page.events.length > 0) break;
  }

  expect(explained.join('\n')).toContain('shard_seq');
  expect(explained.filter((line) => /(Seq|Bitmap Heap) Scan on outbox/.test(line))).toEqual([]);
});

it('reads once for all who have come equally far', async () => {
  for (const n of upTo(10)) await change(store.db, `k${n}`);
  let reads = 0;
  const reader = new OutboxReader({
    ...store.db,
    query<Row extends object>(statement: Statement | string, values?: readonly unknown[]) {
      if (typeof statement === 'object' && statement.name === 'outbox_rows_above') reads += 1;
      return store.db.query<Row>(statement, values);
    },
  });
  const told = async (types: string[]) => {
    const request = { afterSeq: new Cursor().seqs, limit: 100, types };
    for await (const { events } of reader.listEvents(request, undefined)) if (events.length > 0) return events.length;
    return 0;
  };

  expect(await Promise.all([told([]), told(['thing.changed', 'thing.gone']), told([])])).toEqual([10, 10, 10]);
  expect(reads).toBe(1);
});

it('goes on with what is committed later, and answers though there is nothing', async () => {
  const cursor = new Cursor();
  for (const n of upTo(10)) await change(store.db, `k${n}`);

  const [pages] = await Promise.all([cursor.take(40, 1), change(store.db, 'later')]);

  expect([...cursor.ids].sort()).toEqual((await stored()).sort());
  expect(pages.at(-1)?.events).toEqual([]);
  expect(cursor.asOfMs).toBeDefined();
});

it('returns the texts of what it has listed, and skips what is gone', async () => {
  const reader = new OutboxReader(store.db);
  await change(store.db, 'k1');
  await change(store.db, 'k2');
  const [first = '', second = ''] = await stored();
  const named = [second, 'f'.repeat(24), first].map((id) => ({ idProject: projectId, id }));

  const texts: string[] = [];
  for await (const { eventJson } of reader.getEvents({ events: named })) texts.push(eventJson);

  expect(texts.map((text) => JSON.parse(text).id)).toEqual([first, second]);
});
