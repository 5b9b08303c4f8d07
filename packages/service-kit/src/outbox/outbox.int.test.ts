import { requestUpdated } from '@parley/contracts';

import { runInCall } from '../call/call.ts';
import type { NewEvent } from './envelope.ts';
import { change, openStore, projectId, type Store, thingChanged } from './outbox.fixture.ts';
import { appendToOutbox, outboxInsert, outboxRecords, outboxRows } from './outbox.ts';

let store: Store;
beforeAll(async () => {
  store = await openStore();
});
afterAll(() => store?.stop());
beforeEach(() => store.db.query('truncate outbox, thing'));

const stored = () => store.db.query<{ event: string; published_at: Date | null }>('select * from outbox order by seq');
const events = async () => (await stored()).map(({ event }) => JSON.parse(event));
const changed = (over: Partial<NewEvent> = {}): NewEvent => ({
  event: thingChanged({ n: 1 }),
  aggregate: { noun: 'thing', id: 'k1', version: 4 },
  projectId,
  actor: 'system',
  ...over,
});

it('writes the whole envelope', async () => {
  const ada = { kind: 'user', id: 'u1', name: 'Ada', email: 'ada@example.org' } as const;
  await runInCall({ requestId: 'r1', operation: 'changeThing', traceparent: '00-trace' }, () =>
    appendToOutbox(store.db, [
      changed({ actor: ada, aggregate: { noun: 'thing', id: 'k1', version: 4, partitionKey: 'p1' } }),
    ]),
  );

  const [row] = await store.db.query<Record<string, unknown>>('select *, event::text from outbox');
  const event = JSON.parse(String(row?.event));
  expect(event).toEqual({
    specversion: '1.0',
    id: expect.stringMatching(/^[0-9a-f]{24}$/),
    source: '/parley/workspace',
    type: 'thing.changed',
    subject: 'thing/k1',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    datacontenttype: 'application/json',
    dataschema: 'parley:thing.changed:1',
    idproject: projectId,
    actor: 'user:u1',
    actorname: 'Ada',
    aggregateversion: 4,
    partitionkey: 'p1',
    sequence: expect.stringMatching(/^\d{20}$/),
    correlationid: 'r1',
    depth: 0,
    traceparent: '00-trace',
    data: { n: 1 },
  });
  expect(row).toMatchObject({
    id_project: projectId,
    id: event.id,
    partition_key: 'p1',
    type: 'thing.changed',
    published_at: null,
  });
  expect(Number(event.sequence)).toBe(row?.seq);
});

it.each([
  [{ kind: 'guest', id: 'g1' } as const, 'user:g1'],
  [{ kind: 'bot', id: 'b1' } as const, 'bot:b1'],
  [{ kind: 'subscription', id: 's1' } as const, 'subscription:s1'],
  [{ kind: 'none', id: '' } as const, 'system'],
  ['system' as const, 'system'],
])('names the actor %j as %s', async (actor, word) => {
  await appendToOutbox(store.db, [changed({ actor })]);

  expect((await events())[0].actor).toBe(word);
});

it('gives an event without a project 24 zeros', async () => {
  await appendToOutbox(store.db, [changed({ projectId: undefined })]);

  expect((await events())[0].idproject).toBe('0'.repeat(24));
});

it('puts a call made with a callback token one deeper than the event the token was made for', async () => {
  const actor = { kind: 'bot', id: 'b1', event: 'e1', depth: 3 } as const;
  await runInCall({ actor }, () => appendToOutbox(store.db, [changed({ actor })]));

  expect((await events())[0]).toMatchObject({ causationid: 'e1', depth: 4 });
});

it('numbers events in the order of their changes, however many change one record at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => change(store.db, 'k1')));

  const written = await events();
  expect(written.map(({ data }) => data.n)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const sequences = written.map(({ sequence }) => sequence);
  expect([...sequences].sort()).toEqual(sequences);
});

it.each([1, 2, 3])(
  'stores neither change nor event when the transaction is aborted after statement %i',
  async (abortAfter) => {
    const step = async (statement: number) => {
      if (statement === abortAfter) throw new Error('aborted');
    };
    const aborted = store.db.transaction(async () => {
      await store.db.query(`insert into thing (key) values ('k1')`);
      await step(1);
      await appendToOutbox(store.db, [changed()]);
      await step(2);
      await store.db.query(`update thing set n = 7`);
      await step(3);
    });

    await expect(aborted).rejects.toThrow('aborted');
    expect(await stored()).toEqual([]);
    expect(await store.db.query('select 1 from thing')).toEqual([]);
  },
);

it('stores neither change nor event when the database refuses the event', async () => {
  const [row] = outboxRows([changed()], store.db);
  const twice = store.db.transaction(async () => {
    await store.db.query(`insert into thing (key) values ('k1')`);
    await store.db.query(outboxInsert(outboxRecords('$1')), [JSON.stringify([row, row])]);
  });

  await expect(twice).rejects.toThrow('duplicate key');
  expect(await stored()).toEqual([]);
  expect(await store.db.query('select 1 from thing')).toEqual([]);
});

it('records in the statement of the change, and nothing when the statement has changed nothing', async () => {
  const statement = `with changed as (update thing set n = n + 1 where key = $1 returning 1),
    announced as (${outboxInsert(`select record.* from (${outboxRecords('$2')}) record where exists (select from changed)`)})
    select count(*) as changes from changed`;
  const run = (key: string) => store.db.query(statement, [key, JSON.stringify(outboxRows([changed()], store.db))]);
  await store.db.query(`insert into thing (key) values ('k1')`);

  expect(await run('k1')).toEqual([{ changes: 1 }]);
  expect(await run('k2')).toEqual([{ changes: 0 }]);

  expect(await stored()).toHaveLength(1);
});

it('keeps any text as it is', async () => {
  const texts = ['"', '\\', '\\u0000', '\n', 'ä€😀', '\u2028', `'; drop table outbox; --`];
  await appendToOutbox(store.db, [
    changed({
      actor: { kind: 'user', id: 'u1', name: texts.join('') },
      event: { type: 'thing.said', data: { texts } },
    }),
  ]);

  expect((await events())[0]).toMatchObject({ actorname: texts.join(''), data: { texts } });
});

it('refuses the change when its event does not fit the schema', async () => {
  const misfit = store.db.transaction(async () => {
    await store.db.query(`insert into thing (key) values ('k1')`);
    await appendToOutbox(store.db, [changed({ event: { type: requestUpdated.type, data: { comment: 7 } } })]);
  });

  await expect(misfit).rejects.toThrow('does not fit its schema: request (invalid_type)');
  expect(await store.db.query('select 1 from thing')).toEqual([]);
});

it('writes nothing for no events', async () => {
  await appendToOutbox(store.db, []);

  expect(await stored()).toEqual([]);
});
