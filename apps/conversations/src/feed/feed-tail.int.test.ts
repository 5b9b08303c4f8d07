import { topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { changesAfter, endOfFeed } from '../../test/follower.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());

const bursts = 3;
const burst = 500;

/** A follower of a request in which much is written while the feed reads earlier changes. */
async function behind(reads: CountedReads) {
  const project = await harness.project();
  const { ada, vera } = project.personas;
  const request_id = await harness.conversation(project);
  const follower = await harness.follow(ada, topicNames.messages(project.projectId, request_id));
  const [isReading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reads.before = () => {
    isReading.resolve();
    return gate.promise;
  };
  for (let call = 0; call < bursts; call++) {
    await service.as(vera).sendMessages({ request_id, items: Array(burst).fill({ text: 'More' }) });
  }
  await isReading.promise;
  const received = () => follower.heard.filter(({ method }) => method === 'CREATE').flatMap(({ message }) => message);
  return { received, goOn: gate.resolve };
}

it('reads bounded batches however far it is behind, and dispatches everything in order', async () => {
  const reads = new CountedReads(service.context.db, 'feed_live');
  const { received, goOn } = await behind(reads);
  goOn();

  await eventually(() => {
    expect(received().map(({ seq }) => seq)).toEqual(Array.from({ length: received().length }, (_, n) => n + 1));
    expect(received().at(-1)?.seq).toBeGreaterThanOrEqual(bursts * burst + 1);
  });
  expect(reads.most).toBeLessThanOrEqual(500);
});

it('dispatches up to the known mark before the next look at the horizon', async () => {
  const [reads, looks] = [
    new CountedReads(service.context.db, 'feed_live'),
    new CountedReads(service.context.db, 'horizon_sample'),
  ];
  const { received, goOn } = await behind(reads);
  // The waiting look may have been made with fewer changes in view.
  const waiting = reads.statements + 1;
  const looked = Promise.withResolvers<void>();
  reads.after = async () => {
    if (reads.statements > waiting) looks.before = () => looked.promise;
  };
  goOn();

  try {
    await eventually(() => expect(received().at(-1)?.seq).toBeGreaterThanOrEqual(bursts * burst + 1));
  } finally {
    looked.resolve();
  }
});

it('batches lookups per read, and skips what has no listener', async () => {
  const project = await harness.project();
  const { ada, vera } = project.personas;
  const talks = await Promise.all(Array.from({ length: 20 }, () => harness.conversation(project)));
  for (const request_id of talks) await service.as(ada).sendMessage({ request_id, text: 'How can I help?' });
  const heard = talks.slice(0, 10);
  const followers = await Promise.all(
    heard.map((request_id) => harness.follow(ada, topicNames.messages(project.projectId, request_id))),
  );
  const start = await endOfFeed(service, ada);
  const [isReading, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const reads = new CountedReads(service.context.db, 'feed_live');
  const lookUps = new CountedReads(service.context.db, 'feed_raised_statuses');
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
  // One for the batch that was read while held, one for what arrived meanwhile.
  expect(lookUps.statements).toBeLessThanOrEqual(2);

  const { result, rows, statements } = await lookUps.of(() => changesAfter(service, ada, start));
  expect(result.map(({ method, request_id }) => [method, request_id])).toEqual(talks.map((id) => ['UPDATE', id]));
  expect([rows, statements]).toEqual([talks.length, 1]);
});
