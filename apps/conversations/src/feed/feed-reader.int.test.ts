import { type Actor, topicNames } from '@parley/contracts';

import { CountedReads } from '../../test/counted-reads.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';
import type { FeedPosition } from './cursor.ts';
import type { Frame } from './frame-queue.ts';
import type { TopicFilter } from './listener-index.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let reads: CountedReads;

beforeAll(async () => {
  service = await harness.start();
  reads = new CountedReads(service.context.db, 'feed_page');
});
afterAll(() => harness.stop());

/** All that a follower missed, page by page. */
async function missed(
  actor: Actor,
  topicFilter: TopicFilter,
  from: FeedPosition,
  upTo: FeedPosition,
): Promise<Frame[]> {
  const { feed } = service.context;
  const frames: Frame[] = [];
  for (let [after, more] = [from, true]; more; ) {
    const page = await feed.page(actor, actor.projectId ?? '', topicFilter, { after, upTo, limit: 500 });
    frames.push(...page.frames);
    ({ position: after, more } = page);
  }
  return frames;
}

const named = (...topics: string[]): TopicFilter => ({ topics: new Set(topics), allMessages: false });

it('reads for 60 concurrent readers little more than for one, and gives each their own part', async () => {
  const { project, b } = await harness.twoGroups();
  const { ada, linus, alan, vera, victor } = project.personas;
  const { feed } = service.context;
  const many = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `${n}` }));
  const [start, request_id] = [await feed.end(), await harness.conversation(project)];
  await service.as(vera).sendMessages({ request_id, items: many(300) });
  await service.as(ada).sendMessage({ request_id, text: 'Hush', attributes: { subtype: 'private' } });
  await service.as(ada).routeRequest({ request_id, departmentid: b, nobot: true });
  const middle = await feed.end();
  await service.as(vera).sendMessages({ request_id, items: many(300) });
  await service.as(ada).updateRequest({ request_id, subject: 'After' });

  const end = await feed.end();

  const topicFilter = { ...named(topicNames.requests(project.projectId)), allMessages: true };
  const ranges: [FeedPosition, FeedPosition][] = [
    [start, end],
    [middle, end],
    [start, middle],
  ];
  const followers = [ada, linus, alan, vera, victor].flatMap((actor) =>
    ranges.map(
      ([from, upTo]) =>
        () =>
          missed(actor, topicFilter, from, upTo),
    ),
  );
  const alone: Frame[][] = [];
  for (const follower of followers) alone.push(await follower());
  const ofAda = [605, 301, 304];
  expect(alone.map(({ length }) => length)).toEqual([...ofAda, 1, 0, 1, 302, 301, 1, 604, 301, 303, 0, 0, 0]);
  const one = await reads.of(() => missed(ada, topicFilter, start, end));
  expect(one.rows).toBeGreaterThanOrEqual(605);

  const crowd = await reads.of(() =>
    Promise.all(
      Array(4)
        .fill(followers)
        .flat()
        .map((follower) => follower()),
    ),
  );
  expect(crowd.result).toEqual(Array(4).fill(alone).flat());
  expect(crowd.rows).toBeLessThanOrEqual(4 * one.rows);
});

it('reads little for followers of few topics, regardless of activity elsewhere', async () => {
  const { project } = await harness.twoGroups();
  const { projectId } = project;
  const { ada, vera, victor } = project.personas;
  const { feed } = service.context;
  const [loud, quiet, gone] = [
    await harness.conversation(project),
    await harness.conversation(project),
    await harness.conversation(project),
  ];
  const ofVictor = newRequestId(projectId);
  const start = await feed.end();
  await service.as(victor).sendMessage({ request_id: ofVictor, text: 'Mine' });
  await service.as(vera).sendMessages({ request_id: loud, items: Array(500).fill({ text: 'Loud' }) });
  await service.as(vera).sendMessages({ request_id: loud, items: Array(200).fill({ text: 'Loud' }) });
  await service.as(vera).sendMessage({ request_id: quiet, text: 'Quiet' });
  await service.as(ada).deleteRequest({ request_id: gone });
  const end = await feed.end();

  const changesSeenBy = async (actor: Actor, topicFilter: TopicFilter) => {
    const { result, rows } = await reads.of(() => missed(actor, topicFilter, start, end));
    expect(rows).toBeLessThan(20);
    return result.map(({ method, requestId, topic }) => [method, requestId, topic.split('/').at(-1)]);
  };
  expect(await changesSeenBy(ada, named(topicNames.messages(projectId, quiet)))).toEqual([
    ['CREATE', quiet, 'messages'],
  ]);
  expect(await changesSeenBy(ada, named(topicNames.request(projectId, gone)))).toEqual([['DELETE', gone, gone]]);
  expect(await changesSeenBy(ada, named(topicNames.bot(projectId, 'none')))).toEqual([]);
  const ofAll = await changesSeenBy(ada, named(topicNames.requests(projectId)));
  expect(ofAll.map(([method, id]) => [method, id])).toEqual(
    expect.arrayContaining([
      ['CREATE', ofVictor],
      ['DELETE', gone],
    ]),
  );
  expect(await changesSeenBy(victor, { ...named(topicNames.requests(projectId)), allMessages: true })).toEqual([
    ['CREATE', ofVictor, 'messages'],
    ['CREATE', ofVictor, 'requests'],
  ]);
  const wishes = [loud, quiet, ofVictor].map((id) => named(topicNames.messages(projectId, id)));
  const together = await Promise.all(wishes.map((topicFilter) => missed(ada, topicFilter, start, end)));
  expect(together.map(({ length }) => length)).toEqual([700, 1, 1]);
});

it('never serves a reader from a batch read before they asked: a right may have ended in between', async () => {
  const { project, b } = await harness.twoGroups();
  const { ada, linus } = project.personas;
  const start = await service.context.feed.end();
  const request_id = await harness.conversation(project, 'Secret words');
  const ofMessages = named(topicNames.messages(project.projectId, request_id));
  const [isReading, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  reads.after = () => {
    isReading.resolve();
    return goOn.promise;
  };
  const before = missed(linus, ofMessages, start, await service.context.feed.end());
  await isReading.promise;
  await service.as(ada).routeRequest({ request_id, departmentid: b, nobot: true });

  const after = missed(linus, ofMessages, start, await service.context.feed.end());
  goOn.resolve();
  expect((await before).map(({ text }) => JSON.parse(text).text)).toEqual(['Secret words']);
  expect(await after).toEqual([]);
});
