import type { Database } from '@parley/service-kit/database';
import { eventually, personasOf } from '@parley/testkit';

import { Replicas } from '../../test/replicas.ts';
import { insertRequests } from '../../test/rows.ts';
import { teammateRecord } from '../../test/test-project.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

it('is sent once, wherever a replica is killed while many are due', async () => {
  const { projectId, grace } = personasOf();
  const record = teammateRecord({ actor: grace, available: true, groups: [] });
  await db.query('insert into copy_teammate (id_project, id, principal, version, record) values ($1, $2, $3, 1, $4)', [
    ...[projectId, record._id, grace.id, JSON.stringify(record)],
  ]);
  const rows = await insertRequests(db, projectId, Array(150).fill({}));
  const first = await replicas.start();
  const at = new Date(Date.now() + 3_600_000).toISOString();
  for (const { request_id } of rows) {
    const { status } = await first.as(grace).scheduleMessage({ request_id }, { body: { text: 'Any news?', at } });
    expect(status).toBe(200);
  }
  const all = () =>
    db.query<{ state: string; said: number; pending: boolean }>(
      `select s.state, r.scheduled is not null as pending, (select count(*)::int from message m
        where m.id_project = s.id_project and m.request = s.request and m.text = 'Any news?') as said
      from scheduled_message s join request r on r.id_project = s.id_project and r.id = s.request where s.id_project = $1`,
      [projectId],
    );
  const sent = async () => (await all()).filter(({ state }) => state === 'sent').length;

  await db.query(`update scheduled_message set at = now() where id_project = $1`, [projectId]);
  await eventually(async () => expect(await sent()).toBeGreaterThan(5), { everyMs: 1 });
  await replicas.kill(first);
  for (const one of await all()) {
    const isSent = one.state === 'sent';
    expect(one).toEqual({ state: isSent ? 'sent' : 'pending', said: isSent ? 1 : 0, pending: !isSent });
  }
  const others = [await replicas.start(), await replicas.start()];
  expect(others).toHaveLength(2);
  await eventually(async () => expect(await sent()).toBe(150));
  for (const one of await all()) expect(one).toEqual({ state: 'sent', said: 1, pending: false });
});
