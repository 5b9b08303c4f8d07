import { type TagRecordView, tagUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import type { Database } from '@parley/service-kit/database';
import { announce } from '@parley/service-kit/outbox';
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

const all = 1_500;

it('renames a tag on every request once, though it is killed in the middle, more than once', async () => {
  const { projectId } = personasOf();
  const copy = (tag: string) => ({ _id: newId(), tag, color: '#43B1F2', createdAt: new Date().toISOString() });
  const rows = Array.from({ length: all }, (_, n) => ({
    tags: [copy(`own ${n}`), copy('old')],
    status: n % 2 ? 1000 : 200,
  }));
  await insertRequests(db, projectId, rows as never);
  const renamed = async () => {
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from request where id_project = $1 and tags @> '[{"tag": "new"}]'`,
      [projectId],
    );
    return row?.count ?? 0;
  };

  const at = new Date().toISOString();
  const tag: TagRecordView = {
    ...{ _id: newId(), id: newId(), id_project: projectId, tag: 'new', attributes: {}, createdBy: newId(), __v: 1 },
    ...{ createdAt: at, updatedAt: at },
  };
  await db.transaction(() =>
    announce(db, { noun: 'tag', projectId, id: tag._id, version: 1 }, [
      tagUpdated({ tag, changes: ['tag'], previous: { tag: 'old' } }),
    ]),
  );
  for (const least of [100, 700]) {
    const replica = await replicas.start();
    await eventually(async () => expect(await renamed()).toBeGreaterThan(least), { everyMs: 1, timeoutMs: 30_000 });
    await replicas.kill(replica);
    expect(await renamed()).toBeLessThan(all);
    // As if its time were up.
    await db.query('update task set due_at = now() where done_at is null');
  }
  await replicas.start();
  await eventually(async () => expect(await renamed()).toBe(all), { timeoutMs: 60_000 });

  const [left] = await db.query<{ old: number; own: number; once: number }>(
    `select count(*) filter (where r.tags @> '[{"tag": "old"}]')::int as old,
       count(*) filter (where jsonb_array_length(r.tags) = 2 and r.tags->0->>'tag' like 'own %')::int as own,
       count(*) filter (where h.version = 1)::int as once
     from request r join request_head h using (id_project, id) where id_project = $1`,
    [projectId],
  );
  expect(left).toEqual({ old: 0, own: all, once: all });
  const announced = await db.query(`select 1 from outbox where id_project = $1 and type = 'request.updated'`, [
    projectId,
  ]);
  expect(announced).toHaveLength(all);
}, 180_000);
