import type { Database } from '@parley/service-kit/database';
import { personasOf, plansOf, rowsMet } from '@parley/testkit';

import { type Analytics, startTestAnalytics } from '../../test/analytics-harness.ts';
import { addParticipationsSql, setParticipationsOfRequests } from './participation.sql.ts';

const requests = 2_000;
const changed = 20;

const { projectId } = personasOf();
let service: Analytics;

beforeAll(async () => {
  service = await startTestAnalytics();
});
afterAll(() => service?.stop());

it('looks at the participations of changed requests alone, be there statistics or not', async () => {
  // As in the first minutes of an installation.
  for (const table of ['request_fact', 'participation'])
    await service.db.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await service.db.query(
    `insert into request_fact (id_project, id, request_id, version, is_counted, created_at, told_at, department, channel, status,
       has_bot, participants, tags)
     select $1, lpad(to_hex(n), 24, '0'), 'r' || n, 1, true, to_timestamp(1e9 + n), now(), '', 'chat21', 200, false, '{ada}', '{}'
     from generate_series(1, $2::int) n`,
    [projectId, requests],
  );
  await service.db.query(addParticipationsSql());
  const [row] = await service.db.query<{ ids: string[]; times: Date[] }>(
    `select array_agg(id) as ids, array_agg(created_at) as times
     from (select id, created_at from request_fact where id_project = $1 order by id limit $2) changed`,
    [projectId, changed],
  );

  const plans = await plansOf<Database>(service.db, (db) =>
    db.query(setParticipationsOfRequests, [projectId, row?.ids, row?.times]),
  );

  // The fact twice, the participation once.
  expect(rowsMet(plans, ['request_fact', 'participation'])).toBe(3 * changed);
});
