import type { Database } from '@parley/service-kit/database';
import { eventually, personasOf } from '@parley/testkit';

import { Replicas } from '../../test/replicas.ts';
import { insertRequests } from '../../test/rows.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

const due = 600;
const kept = 200;
const kills = 4;

it('deletes exactly what is due and not on hold, though it is killed again and again', async () => {
  const { projectId } = personasOf();
  const rows = Array.from({ length: due + 2 * kept }, (_, n) => ({ status: n < due + kept ? 1000 : 200 }));
  await insertRequests(db, projectId, rows as never);
  await db.query(
    `update request set closed_at = now() - case when ticket_id <= $2 then 40 else 1 end * interval '1 day'
      where id_project = $1 and status = 1000`,
    [projectId, due],
  );
  await db.query(
    `insert into hold (id_project, id, kind, record, reason, created_by, created_at)
      select id_project, id, 'request', id, 'Claim', 'ada', now() from request
      where id_project = $1 and closed_at < now() - interval '30 days' order by id limit 100`,
    [projectId],
  );
  const rowsOf = async (text: string) =>
    (await db.query<{ row: string }>(text, [projectId])).map(({ row: one }) => one);
  const untouched = `select r::text || h::text as row from request r join request_head h using (id_project, id)
    where r.id_project = $1 and (r.closed_at is null or r.closed_at > now() - interval '30 days'
      or exists (select from hold k where k.id_project = $1 and k.record = r.id)) order by r.id`;
  const before = await rowsOf(untouched);
  const all = await rowsOf('select id as row from request where id_project = $1');

  const settings = JSON.stringify({ settings: { retention: { closed_requests: 30 } } });
  await db.query('insert into copy_project (id_project, version, deleted, record) values ($1, 1, false, $2)', [
    projectId,
    settings,
  ]);
  const left = async () => (await rowsOf('select id as row from request where id_project = $1')).length;
  for (let killed = 0; killed < kills; killed++) {
    const least = await left();
    const replica = await replicas.start();
    await eventually(async () => expect(await left()).toBeLessThan(least), { everyMs: 1, timeoutMs: 60_000 });
    await replicas.kill(replica);
    expect(await left()).toBeGreaterThan(before.length);
  }
  await replicas.start();
  await eventually(async () => expect(await left()).toBe(before.length), { timeoutMs: 120_000 });

  expect(await rowsOf(untouched)).toEqual(before);
  const announced = await rowsOf(
    `select partition_key as row from outbox where id_project = $1 and type = 'request.deleted' order by 1`,
  );
  const remaining = new Set(await rowsOf('select id as row from request where id_project = $1'));
  expect(announced).toEqual(all.filter((id) => !remaining.has(id)).toSorted());
}, 600_000);
