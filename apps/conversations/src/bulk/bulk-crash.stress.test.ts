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

it('does no request twice when it is killed in the middle and repeated by its key', async () => {
  const { projectId, grace } = personasOf();
  const rows = await insertRequests(db, projectId, Array(200).fill({}));
  const request_ids = rows.map(({ request_id }) => request_id);
  const announced = async () => {
    const events = await db.query<{ id: string }>(
      `select event::json->'data'->'request'->>'request_id' as id from outbox where type = 'request.closed'`,
    );
    return events.map(({ id }) => id);
  };
  const bulk = { request_ids, operation: 'close' };
  const withKey = { headers: { 'Idempotency-Key': 'close them' } };

  const first = await replicas.start();
  const cut = first
    .as(grace)
    .bulkRequests(bulk, withKey)
    .catch(() => undefined);
  await eventually(async () => expect((await announced()).length).toBeGreaterThan(20), { everyMs: 1 });
  await replicas.kill(first);
  await cut;
  const done = await announced();
  expect(done.length).toBeLessThan(200);
  const second = await replicas.start();
  // What was done is not done again, even if it could be.
  const [reopened = ''] = done;
  await second.as(grace).reopenRequest({ request_id: reopened });
  const { body } = await second.as(grace).bulkRequests(bulk, withKey);

  expect(body.results.map(({ request_id, status }) => [request_id, status])).toEqual(
    request_ids.map((request_id) => [request_id, 200]),
  );
  expect((await announced()).toSorted()).toEqual(request_ids.toSorted());
  const open = await db.query<{ request_id: string }>(
    'select request_id from request where id_project = $1 and status < 1000',
    [projectId],
  );
  expect(open).toEqual([{ request_id: reopened }]);
});
