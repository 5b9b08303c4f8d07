import { topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, Desk } from '../../test/desk.ts';

const desk = new Desk();
let service: ConversationsService;

beforeAll(async () => {
  service = await desk.start();
});
afterAll(() => desk.stop());

it('reads a bounded part at once, however far it is behind, and tells all of it in order', async () => {
  const office = await desk.office();
  const { ada, vera } = office.personas;
  const request_id = await desk.talk(office);
  const follower = await desk.follow(ada, topicNames.messages(office.projectId, request_id));
  const gate = Promise.withResolvers<void>();
  const reads = new CountedReads(service.context.db, 'feed_live');
  reads.before = () => gate.promise;
  for (let call = 0; call < 3; call++) {
    await service.as(vera).sendMessages({ request_id, items: Array(500).fill({ text: 'More' }) });
  }
  gate.resolve();

  await eventually(() => {
    const told = follower.heard.filter(({ method }) => method === 'CREATE').flatMap(({ message }) => message);
    expect(told.map(({ seq }) => seq)).toEqual(Array.from({ length: told.length }, (_, n) => n + 1));
    expect(told.at(-1)?.seq).toBeGreaterThanOrEqual(1_501);
  });
  expect(reads.most).toBeLessThanOrEqual(500);
});
