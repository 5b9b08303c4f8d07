import { segmentMemberAdded } from '@parley/contracts';
import { eventually, personasOf } from '@parley/testkit';

import { type Contacts, startTestContacts } from '../../test/contacts.ts';
import { startReplica } from '../../test/replica.ts';

let service: Contacts;
beforeAll(async () => {
  // Holds no lease until the others are gone; the events are read through it.
  service = await startTestContacts();
});
afterAll(() => service.stop());

const all = 3_000;

it('announces each lead that time moves once, though it is killed in the middle, more than once', async () => {
  const { projectId, linus } = personasOf();
  const { db } = service;
  await db.query(
    `insert into lead (id_project, id, lead_id, status, created_by, created_at, updated_at)
     select $1, lpad(n::text, 24, '0'), 'row-' || n, 100, 'ada', now() - interval '23 hours', now()
     from generate_series(1, $2::int) n`,
    [projectId, all],
  );
  const filters = [{ field: 'createdAt', operator: '<', value: '-P1D' }];
  await service.as(linus).createSegment({ name: 'Day', filters });
  await service.settled();
  // Two hours later.
  await db.transaction(async () => {
    await db.query('alter table lead disable trigger lead_changed');
    await db.query(`update lead set created_at = created_at - interval '2 hours' where id_project = $1`, [projectId]);
    await db.query('alter table lead enable trigger lead_changed');
    await db.query(`update lead_turn set at = at - interval '2 hours' where id_project = $1`, [projectId]);
  });
  const announced = async () => (await service.outbox(segmentMemberAdded, projectId)).map(({ data }) => data.lead._id);
  const free = (holder: string) =>
    db.query(`update lease set holder = $1, until = now() where name = 'job/followMemberships'`, [holder]);

  for (const least of [0, 700]) {
    const replica = await startReplica(service);
    await free('none');
    await eventually(async () => expect((await announced()).length).toBeGreaterThan(least), {
      everyMs: 1,
      timeoutMs: 60_000,
    });
    await replica.kill();
  }
  await service.runJob('followMemberships');

  const members = await announced();
  expect(members).toHaveLength(all);
  expect(new Set(members).size).toBe(all);
}, 180_000);
