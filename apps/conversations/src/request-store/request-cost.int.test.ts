import { newId } from '@parley/service-kit/call';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { insertRequests } from '../../test/rows.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

interface Explained {
  'QUERY PLAN': { Plan: { 'WAL Bytes': number; 'WAL FPI': number } }[];
}

it('does not write what stands of an agent in the index again for each of their requests', async () => {
  const projectId = newId();
  const agents = Array.from({ length: 10 }, () => newId());
  const rows = Array.from({ length: 1_500 }, (_, nth) => ({ participants: [agents[nth % 10] ?? ''] }));
  await insertRequests(service.db, projectId, rows);

  const [explained] = await service.db.query<Explained>(
    `explain (analyze, wal, format json) insert into request
     select copy.* from request r cross join lateral json_populate_record(r, json_build_object('id', reverse(r.id),
       'request_id', 'again-' || r.id, 'ticket_id', r.ticket_id + 10000)) copy
     where r.id_project = $1 and r.ticket_id <= 200`,
    [projectId],
  );

  const plan = explained?.['QUERY PLAN'][0]?.Plan;
  // Whole pages are written after a checkpoint, which comes by the clock.
  const bytes = ((plan?.['WAL Bytes'] ?? Number.NaN) - (plan?.['WAL FPI'] ?? 0) * 8_192) / 200;
  expect(bytes).toBeLessThan(4_500);
  expect(bytes).toBeGreaterThan(500);
});
