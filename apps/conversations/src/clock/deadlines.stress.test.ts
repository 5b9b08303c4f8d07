import type { Database } from '@parley/service-kit/database';
import { eventually, timeoutOf } from '@parley/testkit';

import { DueWork } from '../../test/due-work.ts';
import { Replicas } from '../../test/replicas.ts';

/** With the usual lease. */
const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

const count = 5;

/** When each timer was due and done by the database's clock, in ms. */
async function timersOf({ projectId }: DueWork): Promise<{ due: number; done: number }[]> {
  return db.query(
    `select extract(epoch from r.created_at + interval '1 hour')::float8 * 1000 as due,
       extract(epoch from h.created_at)::float8 * 1000 as done
     from request r join request_history h on h.id_project = r.id_project and h.request = r.id and h.verb = 'RULE_RUN'
     where r.id_project = $1`,
    [projectId],
  );
}

const doneOnce = (work: DueWork, timeoutMs: number) =>
  eventually(() => work.expectDoneOnce(), { timeoutMs, everyMs: 200 });

it('does what is due within two seconds of its time, and wakes within one', async () => {
  const replica = await replicas.start();
  const work = await DueWork.prepare(db, replica, { count });
  await work.comesDue(3);
  await doneOnce(work, 30_000);
  await replicas.kill(replica);

  const found = await work.lateness();
  const of = (type: string) => found.filter((one) => one.type === type);
  for (const [times, number, most] of [
    [await timersOf(work), 2 * count, 2_000],
    [of('request.sla_breached'), count, timeoutOf(2_000)],
    [of('request.woken'), count, timeoutOf(1_000)],
  ] as const) {
    const late = times.map(({ due, done }) => done - due);
    expect(late).toHaveLength(number);
    expect(Math.min(...late)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...late)).toBeLessThanOrEqual(most);
  }
});

it('goes on within twenty seconds of the loss of the replica that worked', async () => {
  const first = await replicas.start();
  const [before, work] = [await DueWork.prepare(db, first, { count }), await DueWork.prepare(db, first, { count })];
  await before.comesDue(1);
  await doneOnce(before, 30_000);
  await replicas.start();
  await replicas.lose(first);
  const [{ lost } = { lost: 0 }] = await db.query<{ lost: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as lost',
  );
  await work.comesDue(1);
  await doneOnce(work, 60_000);

  const done = [...(await work.lateness()), ...(await timersOf(work))].map((one) => one.done);
  // A takeover, and the two seconds in which the next one finds what is due.
  expect(Math.max(...done) - lost).toBeLessThanOrEqual(22_000);
});
