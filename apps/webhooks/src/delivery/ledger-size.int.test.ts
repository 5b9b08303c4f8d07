import { eventually } from '@parley/testkit';

import { WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

const kept = 10_000;
const events = 10;

interface Work {
  changed: number;
  read: number;
}

/** Rows of the ledger that were updated and read so far. */
async function work(): Promise<Work> {
  const [row] = await harness.service.db.query<Work>(`select sum(n_tup_upd)::int as changed,
      sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as read
    from pg_stat_user_tables where relname in ('delivery', 'attempt')`);
  return row ?? { changed: 0, read: 0 };
}

/** The server updates its statistics with a delay: waits until they include this many updates. */
async function workAfter(changed: number): Promise<Work> {
  await eventually(async () => expect((await work()).changed).toBe(changed), { timeoutMs: 30_000 });
  return work();
}

it('reads as many rows per delivery, however large the ledger', async () => {
  const { db } = harness.service;
  const { people, receiver, id } = await harness.subscribed('event.emit');
  const publish = async () => {
    for (let nth = 0; nth < events; nth += 1) await harness.publishAndSettle(harness.emitted(people.projectId));
  };
  await publish();
  // Each delivery is claimed and finished, and its attempt finished.
  const before = await workAfter(3 * events);
  // A poll between here and `analyze` would be planned for an empty ledger.
  await eventually(async () => expect(await db.query('select from lane where due_at is not null')).toEqual([]));

  await db.query(
    `insert into delivery (id_project, id, id_subscription, event, id_event, subject, aggregate_version, partition_key, actor, depth,
       event_at, payload, hook, state, created_at)
     select $1, lpad(to_hex(n), 24, '0'), $2, 'event.emit', lpad(to_hex(n), 24, '0'), 'event/1', 1, n, 'system', 0,
       now(), '{}', '{}', 'delivered', now() from generate_series(1, $3::int) n`,
    [people.projectId, id, kept],
  );
  await db.query(
    `insert into attempt (id_project, id, id_delivery, id_subscription, n, at, target)
     select $1, lpad(to_hex(n), 24, '0'), lpad(to_hex(n), 24, '0'), $2, 1, now(), 'x' from generate_series(1, $3::int) n`,
    [people.projectId, id, kept],
  );
  await db.query('analyze delivery, attempt');
  await publish();
  const after = await workAfter(6 * events);
  expect(receiver.calls).toHaveLength(2 * events);
  expect(after.read - before.read).toBeLessThan(kept / 10);
}, 90_000);
