import type { Database } from '@parley/service-kit/database';
import { eventually, personasOf } from '@parley/testkit';

import { copyRequest } from '../../test/due-clocks.ts';
import { hoursInThreeDays, keepHours } from '../../test/keep-hours.ts';
import { Replicas } from '../../test/replicas.ts';
import { keepTeammate } from '../../test/rows.ts';
import { newRequestId } from '../../test/test-project.ts';
import { judgeTask } from './judgement.ts';

const replicas = new Replicas();
let db: Database;

beforeAll(async () => {
  db = await replicas.open();
});
afterEach(() => replicas.killAll());
afterAll(() => replicas.close());

const all = 1_500;

it('moves every due time once, with its history and events, though it is killed in the middle, more than once', async () => {
  const { projectId, grace, vera } = personasOf();
  await keepTeammate(db, projectId, { id: grace.id, firstname: 'Grace', role: 'admin' });
  const first = await replicas.start();
  const targets = { default: { first_response: 3_600_000 } };
  const body = { name: 'All', hours: 'project', targets };
  expect((await first.as(grace).createSlaPolicy({}, { body })).status).toBe(200);
  const request_id = newRequestId(projectId);
  expect((await first.as(vera).sendMessage({ request_id, text: 'Hello' })).status).toBe(200);
  await replicas.kill(first);
  await copyRequest(db, projectId, all - 1);
  const [{ version } = { version: 0 }] = await db.query<{ version: number }>(
    'select max(version) as version from request_head where id_project = $1',
    [projectId],
  );
  await keepHours(db, projectId, 1, hoursInThreeDays());

  const count = async (text: string) => (await db.query(text, [projectId])).length;
  const moved = () => count(`select from request_history where id_project = $1 and verb = 'SLA_CHANGED'`);
  for (const least of [100, 700]) {
    const replica = await replicas.start();
    await eventually(async () => expect(await moved()).toBeGreaterThan(least), { everyMs: 1, timeoutMs: 30_000 });
    await replicas.kill(replica);
    expect(await moved()).toBeLessThan(all);
    // As if its time were up.
    await db.query('update task set due_at = now() where done_at is null');
  }
  await replicas.start();
  await eventually(
    async () => {
      const left = `select from task where id_project = $1 and kind = '${judgeTask}' and done_at is null`;
      expect(await count(left)).toBe(0);
    },
    { timeoutMs: 60_000 },
  );

  const once = await db.query(
    `with announced as (select partition_key as id, array_agg(type order by seq) as types from outbox
       where id_project = $1 and type in ('request.sla_changed', 'request.updated') group by 1),
     history as (select e.request as id, max(e.seq) as last, array_agg(e.verb order by e.seq) as verbs from request_history e
       where e.id_project = $1 and e.verb in ('SLA_CHANGED', 'REQUEST_UPDATE') group by 1)
     select h.id from request_head h join announced using (id) join history using (id)
     join request r on r.id_project = h.id_project and r.id = h.id and r.history_seq = history.last
     join clock c on c.id_project = h.id_project and c.request = h.id and c.wake_at = h.due_at + interval '1 ms'
     join automation_config a on a.id_project = h.id_project and a.version = c.config
     join service_level s on s.id_project = h.id_project and s.request = h.id and (s.record->>'config')::int = a.version
     where h.id_project = $1 and h.version = $2
       and verbs = '{SLA_CHANGED,REQUEST_UPDATE}' and types = '{request.sla_changed,request.updated}'`,
    [projectId, version + 1],
  );
  expect(once).toHaveLength(all);
  expect(await moved()).toBe(all);
}, 180_000);
