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

it('does all of a macro or nothing on each request, wherever it is killed, and once when it is repeated by its key', async () => {
  const { projectId, grace } = personasOf();
  const rows = await insertRequests(db, projectId, Array(200).fill({}));
  const request_ids = rows.map(({ request_id }) => request_id);
  const actions = [
    { type: 'add_note', text: 'Swept' },
    { type: 'send_message', text: 'We close this.' },
    { type: 'add_tags', tags: ['swept'] },
    { type: 'emit', name: 'swept' },
    { type: 'close' },
  ];
  const first = await replicas.start();
  const { body: macro } = await first
    .as(grace)
    .createMacro({}, { body: { name: 'Sweep', visibility: 'shared', actions } });
  const sweep = { request_ids, operation: 'macro', args: { macro: macro._id } };
  const withKey = { headers: { 'Idempotency-Key': 'sweep them' } };
  const done = () =>
    db.query<{ notes: number; tags: number; closed: boolean; said: number; told: number }>(
      `select jsonb_array_length(r.notes) as notes, jsonb_array_length(r.tags) as tags, r.status = 1000 as closed,
        (select count(*) from message m where m.id_project = r.id_project and m.request = r.id and m.text = 'We close this.')::int as said,
        (select count(*) from custom_event e where e.id_project = r.id_project
          and e.attributes->>'request_id' = r.request_id)::int as told
      from request r where r.id_project = $1`,
      [projectId],
    );
  const whole = { notes: 1, tags: 1, closed: true, said: 1, told: 1 };
  const nothing = { notes: 0, tags: 0, closed: false, said: 0, told: 0 };

  const cut = first
    .as(grace)
    .bulkRequests(sweep, withKey)
    .catch(() => undefined);
  await eventually(async () => expect((await done()).filter(({ closed }) => closed).length).toBeGreaterThan(20), {
    everyMs: 1,
  });
  await replicas.kill(first);
  await cut;
  const half = await done();
  expect(half.filter(({ closed }) => closed).length).toBeLessThan(200);
  for (const row of half) expect(row).toEqual(row.closed ? whole : nothing);

  const second = await replicas.start();
  const { body } = await second.as(grace).bulkRequests(sweep, withKey);
  expect(body.results.map(({ status }) => status)).toEqual(Array(200).fill(200));
  expect(await done()).toEqual(Array(200).fill(whole));
});
