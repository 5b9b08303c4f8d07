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

const bursts = 3;
const burst = 500;

/** A follower of a talk in which much is said while the feed reads what was before. */
async function behind(reads: CountedReads) {
  const office = await desk.office();
  const { ada, vera } = office.personas;
  const request_id = await desk.talk(office);
  const follower = await desk.follow(ada, topicNames.messages(office.projectId, request_id));
  const [isReading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reads.before = () => {
    isReading.resolve();
    return gate.promise;
  };
  for (let call = 0; call < bursts; call++) {
    await service.as(vera).sendMessages({ request_id, items: Array(burst).fill({ text: 'More' }) });
  }
  await isReading.promise;
  const told = () => follower.heard.filter(({ method }) => method === 'CREATE').flatMap(({ message }) => message);
  return { told, goOn: gate.resolve };
}

it('reads a bounded part at once, however far it is behind, and tells all of it in order', async () => {
  const reads = new CountedReads(service.context.db, 'feed_live');
  const { told, goOn } = await behind(reads);
  goOn();

  await eventually(() => {
    expect(told().map(({ seq }) => seq)).toEqual(Array.from({ length: told().length }, (_, n) => n + 1));
    expect(told().at(-1)?.seq).toBeGreaterThanOrEqual(bursts * burst + 1);
  });
  expect(reads.most).toBeLessThanOrEqual(500);
});

it('tells all that it knows of before it looks how much more there is by now', async () => {
  const [reads, looks] = [
    new CountedReads(service.context.db, 'feed_live'),
    new CountedReads(service.context.db, 'horizon_sample'),
  ];
  const { told, goOn } = await behind(reads);
  // The one that waits may have been asked for with less in view.
  const waiting = reads.statements + 1;
  const looked = Promise.withResolvers<void>();
  reads.after = async () => {
    if (reads.statements > waiting) looks.before = () => looked.promise;
  };
  goOn();

  try {
    await eventually(() => expect(told().at(-1)?.seq).toBeGreaterThanOrEqual(bursts * burst + 1));
  } finally {
    looked.resolve();
  }
});
