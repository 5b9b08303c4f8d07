import type { Database } from '@parley/service-kit/database';
import { amountOf, eventually } from '@parley/testkit';

import { DueWork } from '../../test/due-work.ts';
import { Replicas } from '../../test/replicas.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

const minute = 60;
const hour = 60 * minute;
/** Due times before the end of the outage, each of a project of its own. */
const dueAgo = [minute, hour, 2 * hour, 3 * hour, 4 * hour, 6 * hour];
const maxLate = 2.5 * hour;
/** Of each of four kinds, at each due time. */
const count = amountOf({ quick: 15, soak: 100, full: 420 });

it('finds after six hours all that was due, with the time that was due and how late it was, and sends nothing that is too old', async () => {
  const first = await replicas.start();
  const work: { ago: number; project: DueWork }[] = [];
  for (const ago of dueAgo)
    work.push({ ago, project: await DueWork.prepare(db, first, { count, maxLateMs: maxLate * 1_000 }) });
  await replicas.kill(first);
  for (const { ago, project } of work) await project.comesDue(-ago);
  const now = async () => {
    const text = 'select extract(epoch from clock_timestamp())::float8 * 1000 as at';
    return (await db.query<{ at: number }>(text))[0]?.at ?? 0;
  };
  const startedAt = await now();

  await Promise.all([replicas.start(), replicas.start()]);
  await eventually(
    async () => {
      for (const { ago, project } of work) await project.expectDoneOnce(ago < maxLate ? 'sent' : 'missed');
    },
    { timeoutMs: 60_000, everyMs: 500 },
  );
  const endedAt = await now();
  for (const { project } of work) {
    const found = await project.lateness();
    expect(found.map(({ type }) => type).sort()).toEqual([
      ...Array(count).fill('request.sla_breached'),
      ...Array(count).fill('request.woken'),
    ]);
    for (const { due, done, late } of found) {
      expect([done >= startedAt && done <= endedAt, Math.abs(late - (done - due)) < 1_000]).toEqual([true, true]);
      expect(late).toBeGreaterThan(minute * 1_000);
    }
  }
}, 300_000);
