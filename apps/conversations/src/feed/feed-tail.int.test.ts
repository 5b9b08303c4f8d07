import { topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, Desk } from '../../test/desk.ts';
import { changesAfter, endOfFeed } from '../../test/follower.ts';

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

it('looks up what was read together, and nothing that nobody hears', async () => {
  const office = await desk.office();
  const { ada, vera } = office.personas;
  const talks = await Promise.all(Array.from({ length: 20 }, () => desk.talk(office)));
  for (const request_id of talks) await service.as(ada).sendMessage({ request_id, text: 'How can I help?' });
  const heard = talks.slice(0, 10);
  const followers = await Promise.all(
    heard.map((request_id) => desk.follow(ada, topicNames.messages(office.projectId, request_id))),
  );
  const start = await endOfFeed(service, ada);
  const [isReading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reads = new CountedReads(service.context.db, 'feed_live');
  const lookUps = new CountedReads(service.context.db, 'feed_risen');
  reads.before = () => {
    isReading.resolve();
    return gate.promise;
  };
  for (const request_id of talks) await service.as(vera).acknowledgeMessages({ request_id, status: 300, upto: 9 });
  await isReading.promise;
  gate.resolve();

  await eventually(() => {
    const seen = followers.map(({ frames }) =>
      frames.map(({ method, message }) => [method, message.text, message.status]),
    );
    expect(seen).toEqual(heard.map(() => [['UPDATE', 'How can I help?', 300]]));
  });
  expect(lookUps.rows).toBe(heard.length);
  // One for what was read when it was held, one for what had come meanwhile.
  expect(lookUps.statements).toBeLessThanOrEqual(2);

  const { result, rows, statements } = await lookUps.of(() => changesAfter(service, ada, start));
  expect(result.map(({ method, request_id }) => [method, request_id])).toEqual(talks.map((id) => ['UPDATE', id]));
  expect([rows, statements]).toEqual([talks.length, 1]);
});
