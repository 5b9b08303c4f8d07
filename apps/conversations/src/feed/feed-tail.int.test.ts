import { topicNames } from '@parley/contracts';
import type { Database } from '@parley/service-kit';
import { eventually } from '@parley/testkit';

import { type ConversationsService, Desk } from '../../test/desk.ts';
import { Followers } from '../../test/follower.ts';

const desk = new Desk();
let service: ConversationsService;
const followers = new Followers();

beforeAll(async () => {
  service = await desk.start();
});
afterEach(() => followers.stop());
afterAll(() => desk.stop());

it('reads a bounded part at once, however far it is behind, and tells all of it in order', async () => {
  const office = await desk.office();
  const { ada, vera } = office.personas;
  const request_id = await desk.talk(office);
  const follower = await followers.join(service, ada, topicNames.messages(office.projectId, request_id));
  const [gate, read] = [Promise.withResolvers<void>(), [] as number[]];
  holdReads(service.context.db, gate.promise, (rows) => read.push(rows));
  for (let call = 0; call < 3; call++) {
    await service.as(vera).sendMessages({ request_id, items: Array(500).fill({ text: 'More' }) });
  }
  gate.resolve();

  await eventually(() => {
    const told = follower.heard.filter(({ method }) => method === 'CREATE').flatMap(({ message }) => message);
    expect(told.map(({ seq }) => seq)).toEqual(Array.from({ length: told.length }, (_, n) => n + 1));
    expect(told.at(-1)?.seq).toBeGreaterThanOrEqual(1_501);
  });
  expect(Math.max(...read)).toBeLessThanOrEqual(500);
});

/** What follows the newest end of the feed waits for its rows; later reads do not. */
function holdReads(db: Database, until: Promise<void>, count: (rows: number) => void): void {
  const query = db.query.bind(db);
  db.query = async <Row extends object>(...[statement, values]: Parameters<Database['query']>) => {
    const isLive = typeof statement === 'object' && statement.name === 'feed_live';
    if (isLive) await until;
    const rows = await query<Row>(statement, values);
    if (isLive) count(rows.length);
    return rows;
  };
}
