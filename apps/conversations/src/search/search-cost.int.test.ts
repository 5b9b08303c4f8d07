import { newId } from '@parley/service-kit/call';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { insertMessages, insertRequests } from '../../test/rows.ts';
import { indexWritten } from './search.statements.ts';

const conversations = 200;
const words = Array.from({ length: 60 }, (_, nth) => `word${nth}`).join(' ');

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

interface Explained {
  'QUERY PLAN': { Plan: { 'WAL Bytes': number; 'WAL FPI': number } }[];
}

it('writes the words that many conversations share once for all of them', async () => {
  const projectId = newId();
  const requests = await insertRequests(service.db, projectId, Array(conversations).fill({}));
  for (const { id } of requests) await insertMessages(service.db, projectId, id, [{ text: words }]);
  await service.settled();
  for (const { id } of requests) await insertMessages(service.db, projectId, id, [{ seq: 2, text: 'And another.' }]);

  const [explained] = await service.db.query<Explained>(`explain (analyze, wal, format json) ${indexWritten.text}`, [
    ...[projectId, new Date(0), '', conversations, false],
  ]);

  const plan = explained?.['QUERY PLAN'][0]?.Plan;
  // Whole pages are written after a checkpoint, which comes by the clock.
  const bytes = ((plan?.['WAL Bytes'] ?? Number.NaN) - (plan?.['WAL FPI'] ?? 0) * 8_192) / conversations;
  // Each of 60 entries, rewritten for each conversation, would be 20 kB and more.
  expect(bytes).toBeLessThan(8_000);
  expect(bytes).toBeGreaterThan(500);
}, 60_000);
