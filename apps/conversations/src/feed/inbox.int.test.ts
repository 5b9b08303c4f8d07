import { type Actor, type RequestRow, topicNames } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { changesAfter, endOfFeed, type ReceivedFrame, type TopicFollower } from '../../test/follower.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { rowOf, rowsOf, seeded } from '../../test/inbox.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
  other = await harness.start();
});
afterAll(() => harness.stop());

/** Numbers from one. */
const upTo = (most: number): number[] => Array.from({ length: most }, (_, index) => index + 1);

const inbox = ({ projectId }: { projectId: string }): string => topicNames.inbox(projectId);
const methodsOf = (frames: ReceivedFrame[]) => frames.map(({ method }) => method);
const withoutRead = ({ read: _read, ...row }: RequestRow) => row;
const say = (who: Actor, request_id: string, text = 'More', attributes: object = {}) =>
  service.as(who).sendMessage({ request_id, text, attributes });

/** What a client shows that applies the frames in their order. */
function appliedTo(rows: RequestRow[], frames: { method: string; message: unknown }[]): Map<string, RequestRow> {
  const shown = new Map(rows.map((row) => [row._id, row]));
  for (const { method, message } of frames) {
    const row = message as RequestRow;
    if (method === 'DELETE') shown.delete(row._id);
    if (method !== 'CREATE' && method !== 'UPDATE') continue;
    const known = shown.get(row._id);
    if (known && (known.__v > row.__v || known.messages.seq > row.messages.seq)) continue;
    shown.set(row._id, row);
  }
  return shown;
}

const sorted = (rows: Iterable<RequestRow>) => [...rows].map(withoutRead).sort((a, b) => (a._id < b._id ? -1 : 1));

it('begins empty, and tells of what is made, said, changed and deleted', async () => {
  const project = await harness.project();
  const { ada, vera } = project.personas;
  const follower = await harness.follow(ada, inbox(project));
  expect(follower.heard.map(({ method }) => method)).toEqual(['']);

  const request_id = await harness.conversation(project);
  await eventually(() => expect(methodsOf(follower.frames)).toContain('CREATE'));
  const { body } = await say(vera, request_id, 'Are you there?');
  await eventually(async () => {
    const last = follower.frames.at(-1)?.message;
    expect(last).toEqual(withoutRead(await rowOf(service, ada, request_id)));
    expect(last).toMatchObject({ last_message: { _id: body._id, text: 'Are you there?', from: 'requester' } });
  });
  await service.as(ada).updateRequest({ request_id, subject: 'Lost' });
  await eventually(() => expect(follower.frames.at(-1)?.message).toMatchObject({ subject: 'Lost' }));
  await service.as(ada).deleteRequest({ request_id });
  await eventually(() => expect(follower.frames.at(-1)?.method).toBe('DELETE'));
  expect(Object.keys(follower.frames.at(-1)?.message).sort()).toEqual(['_id', 'request_id']);
});

it('is silent about private and hidden messages, drafts and preflight requests', async () => {
  const project = await harness.project();
  const { ada, vera } = project.personas;
  const request_id = await harness.conversation(project);
  const follower = await harness.follow(ada, inbox(project));
  const own = await harness.follow(vera, inbox(project));

  await say(ada, request_id, 'psst', { private: true });
  await say(ada, request_id, 'unseen', { subtype: 'info' });
  const silent = newRequestId(project.projectId);
  await say(vera, silent, 'opened', { subtype: 'info' });
  await service.as(vera).sendMessage({
    request_id: newRequestId(project.projectId),
    text: 'Hi',
    sourcePage: 'https://x.example?td_draft=true',
  });
  await say(vera, request_id, 'the end');

  await eventually(() => expect(follower.frames.at(-1)?.message.last_message.text).toBe('the end'));
  expect(new Set(follower.frames.map(({ message }) => message.request_id))).toEqual(new Set([request_id]));
  const texts = follower.frames.map(({ message }) => message.last_message.text);
  expect(texts.filter((text) => text !== 'Hello' && text !== 'the end')).toEqual([]);
  await eventually(() => expect(own.frames.map(({ message }) => message.request_id)).toContain(silent));
});

it('sends at most one row of a request in a second, and in the end the newest', async () => {
  const project = await harness.project();
  const { ada, vera } = project.personas;
  const request_id = await harness.conversation(project);
  // The conversation itself may be the first frame: the count begins before it.
  const began = performance.now();
  const follower = await harness.follow(ada, inbox(project));
  for (let n = 0; n < 60; n++) await say(vera, request_id, `${n}`);
  await eventually(() => expect(follower.frames.at(-1)?.message.messages.seq).toBe(61));
  const seconds = (performance.now() - began) / 1_000;

  expect(follower.frames.length).toBeLessThanOrEqual(Math.floor(seconds) + 1);
  expect(follower.frames.at(-1)?.message).toEqual(withoutRead(await rowOf(service, ada, request_id)));
});

it('is read and encoded once for a hundred agents', async () => {
  const agents: Actor[] = [];
  const project = await harness.project((one) => {
    for (let n = 0; n < 100; n++) agents.push(one.addMember({ available: false }));
  });
  const followers = await Promise.all(agents.map((agent) => harness.follow(agent, inbox(project))));
  const request_id = await harness.conversation(project);
  const heard = ({ frames }: TopicFollower) => frames.at(-1)?.message.last_message?.text;
  await eventually(() => expect(followers.map(heard)).toEqual(followers.map(() => 'Hello')));
  const reads = new CountedReads(service.context.db, 'feed_inbox_rows');
  const { stringify } = JSON;
  let encoded = 0;
  const counting = (value: { last_message?: { text: string } } | undefined, ...more: never[]) => {
    if (value?.last_message?.text === 'for all') encoded += 1;
    return stringify(value, ...more);
  };

  JSON.stringify = counting as typeof stringify;
  try {
    await say(project.personas.vera, request_id, 'for all');
    await eventually(() => expect(followers.map(heard)).toEqual(followers.map(() => 'for all')));
  } finally {
    JSON.stringify = stringify;
  }
  expect([encoded, reads.rows]).toEqual([1, 1]);
});

it('misses no row that comes while another is held back, whatever the cursor of the follower', async () => {
  const rounds = upTo(10).map(async (round) => {
    const project = await harness.project();
    const { ada } = project.personas;
    const [busy, quiet] = [await harness.conversation(project), await harness.conversation(project)];
    const change = (request_id: string, subject: string) => service.as(ada).updateRequest({ request_id, subject });
    // Keeps the end of the feed known: a subscription then begins a little before it.
    await harness.follow(ada, inbox(project));
    await change(busy, `before ${round}`);
    const follower = await harness.follow(ada, inbox(project), await endOfFeed(service, ada));
    await change(busy, `after ${round}`);
    await change(quiet, `${round}`);
    const lastOf = (id: string) =>
      follower.frames.findLast(({ message }) => message.request_id === id)?.message.subject;
    await eventually(() => expect([lastOf(busy), lastOf(quiet)]).toEqual([`after ${round}`, `${round}`]));
  });
  await Promise.all(rounds);
});

it('gives each person what they see, and takes away what has left their sight', async () => {
  const { project, a, b } = await harness.twoGroups();
  const { linus, alan, vera, victor, robby } = project.personas;
  const [ofLinus, ofAlan, ofVera, ofVictor] = await Promise.all(
    [linus, alan, vera, victor].map((who) => harness.follow(who, inbox(project))),
  );
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello', departmentid: a });
  await eventually(() => expect(ofLinus?.frames.length).toBeGreaterThan(0));

  await service.as(project.personas.ada).routeRequest({ request_id, departmentid: b });
  await eventually(() => expect(ofLinus?.frames.at(-1)?.method).toBe('DELETE'));
  await say(vera, request_id, 'for B only');
  await eventually(() => expect(ofAlan?.frames.at(-1)?.message.last_message?.text).toBe('for B only'));
  await eventually(() => expect(ofVera?.frames.at(-1)?.message.last_message?.text).toBe('for B only'));

  expect(methodsOf(ofLinus?.frames ?? []).filter((method) => method === 'DELETE')).toHaveLength(1);
  expect(JSON.stringify(ofLinus?.frames)).not.toContain('for B only');
  expect(ofVictor?.frames).toEqual([]);
  for (const { message } of ofVera?.frames ?? []) {
    expect(message).toMatchObject({ agents: [], first_text: 'Hello' });
    for (const name of ['lead', 'workingStatus', 'priority', 'tags', 'department', 'participants', 'hasBot', 'read'])
      expect(message).not.toHaveProperty(name);
  }
  const bot = harness.tryToFollow(robby, inbox(project));
  await bot.ended;
  expect(bot.failure).toMatchObject({ code: 'request_not_found' });
  const replayed = await changesAfter(service, robby, await endOfFeed(service, robby), { topics: inbox(project) });
  expect(replayed).toEqual([]);
});

it('tells the reader’s own connections alone how far they have read', async () => {
  const { project, request_id, linus, vera } = await harness.openedRequest();
  const { ada } = project.personas;
  const start = await endOfFeed(service, linus);
  const own = [
    await harness.follow(linus, inbox(project)),
    await harness.follow(linus, inbox(project), undefined, other),
  ];
  const others = [await harness.follow(ada, inbox(project)), await harness.follow(vera, inbox(project))];

  await service.as(linus).setReadPosition({ request_id, upto: 1 });
  const reads = (frames: { method: string; message: unknown }[]) => frames.filter(({ method }) => method === 'READ');
  for (const follower of own) {
    await eventually(() => expect(reads(follower.frames)).toHaveLength(1));
    expect(reads(follower.frames)[0]?.message).toEqual({ request_id, upto: 1, unread: 0, mentioned: false });
  }
  await say(vera, request_id, 'after it');
  for (const follower of others) {
    await eventually(() => expect(follower.frames.at(-1)?.message.last_message?.text).toBe('after it'));
    expect(reads(follower.frames)).toEqual([]);
  }
  expect(reads(await changesAfter(service, linus, start, { topics: inbox(project) }))).toHaveLength(1);
  expect(reads(await changesAfter(service, ada, start, { topics: inbox(project) }))).toEqual([]);
});

it.each(upTo(amountOf({ quick: 1, soak: 8, full: 100 })))(
  'resumes from any cursor with the last state of everything (seed %i)',
  async (seed) => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { ada, vera, linus } = project.personas;
    const requests: string[] = [];
    for (let n = 0; n < 4; n++) requests.push(await harness.conversation(project));
    const rows = await rowsOf(service, ada);
    const pick = seeded(seed);
    const heard: ReceivedFrame[] = [];
    let follower: TopicFollower = await harness.follow(ada, inbox(project));
    for (let cut = 0; cut < 6; cut++) {
      for (let n = 0; n < 12; n++) {
        const request_id = requests[pick(4)] ?? '';
        const as = (pick(2) ? service : other).as(pick(2) ? vera : linus);
        await as.sendMessage({ request_id, text: `${cut} ${n}` });
        if (pick(5) === 0) await service.as(ada).updateRequest({ request_id, subject: `${n}` });
      }
      await follower.stop();
      heard.push(...follower.heard);
      const { cursor } = heard.findLast((one) => one.cursor !== '') ?? { cursor: '' };
      follower = harness.tryToFollow(ada, inbox(project), cursor, pick(2) ? service : other);
    }

    const expected = sorted(await rowsOf(service, ada));
    await eventually(() => expect(sorted(appliedTo(rows, [...heard, ...follower.heard]).values())).toEqual(expected));
  },
);

it.each(upTo(amountOf({ quick: 2, soak: 12, full: 200 })))(
  'a page and the changes after its cursor are the list at the end (round %i)',
  async (round) => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const { ada, vera, linus } = project.personas;
    const requests: string[] = [];
    for (let n = 0; n < 5; n++) requests.push(await harness.conversation(project));
    let left = 60;
    const writers = [1, 2, 3, 4].map(async (writer) => {
      const pick = seeded(round * 10 + writer);
      while (left-- > 0) {
        const request_id = requests[pick(5)] ?? '';
        const on = pick(2) ? service : other;
        if (pick(4) === 0) await on.as(ada).updateRequest({ request_id, subject: `${left}` });
        else if (pick(6) === 0) requests.push(await harness.conversation(project));
        else await on.as(pick(2) ? vera : linus).sendMessage({ request_id, text: `${left}` });
      }
    });
    const pages = [];
    while (left > 10) {
      const { body, headers } = await (left % 2 ? service : other).as(ada).listRequests({ view: 'row', status: 'all' });
      pages.push({ rows: body.requests as RequestRow[], cursor: headers['parley-cursor'] ?? '' });
    }
    await Promise.all(writers);

    const expected = sorted(await rowsOf(service, ada));
    expect(pages.length).toBeGreaterThan(1);
    for (const { rows, cursor } of pages) {
      // The feed ends before what a transaction that still runs may precede.
      await eventually(async () => {
        const changes = await changesAfter(service, ada, cursor, { topics: inbox(project) });
        expect(sorted(appliedTo(rows, changes).values())).toEqual(expected);
      });
    }
  },
);

it('offers a cursor beside messages and one’s own requests too', async () => {
  const { project, request_id, vera, linus } = await harness.openedRequest();
  const answers = [
    await service.as(linus).listMessages({ request_id }),
    await service.as(vera).listMyRequests(),
    await service.as(linus).listRequests(),
  ];
  await say(vera, request_id, 'later');
  for (const { headers } of answers) {
    await eventually(async () => {
      const topics = inbox(project as TestProject);
      const changes = await changesAfter(service, linus, headers['parley-cursor'] ?? '', { topics });
      expect(changes.at(-1)?.message).toMatchObject({ last_message: { text: 'later' } });
    });
  }
});
