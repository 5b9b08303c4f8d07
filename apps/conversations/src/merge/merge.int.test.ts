import { type Actor, topicNames } from '@parley/contracts';
import { amountOf, eventually } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

afterAll(() => harness.stopFollowers());

/** Two requests of vera that linus serves. */
async function two() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const target = await harness.conversation(project, 'First');
  const source = await harness.conversation(project, 'Second');
  const as = (who: Actor) => service.as(who);
  const { vera, linus, ada, bob } = project.personas as TestProject['personas'] & { bob?: Actor };
  const merge = (into: string, from: string, who: Actor = linus) =>
    as(who).mergeRequest({ request_id: into }, { body: { source: from } });
  const now = (request_id: string) => seen(service, project, request_id);
  const textsOf = async (request_id: string, who: Actor = vera) =>
    (await as(who).listMessages({ request_id }, {})).body.map(({ text }) => text);
  return { project, target, source, as, vera, linus, ada, bob, merge, now, textsOf };
}

const code = ({ status, body }: { status: number; body: object }) => [status, Reflect.get(body, 'code')];

it('closes the source into the target, which takes over tags and people; no message moves', async () => {
  const { project, target, source, as, vera, linus, ada, merge, now, textsOf } = await two();
  await as(linus).addRequestTags({ request_id: source }, { body: [{ tag: 'order', color: 'red' }] });
  await as(linus).addRequestTags({ request_id: target }, { body: [{ tag: 'Order', color: 'blue' }] });
  await as(linus).addRequestTags({ request_id: source }, { body: [{ tag: 'late', color: 'red' }] });
  await as(ada).addFollower({ request_id: source }, { body: { member: ada.id } });
  const before = await now(source);

  const { status, body } = await merge(target, source);
  expect([status, body]).toMatchObject([200, { request_id: target }]);
  const [into, from] = [await now(target), await now(source)];
  expect(into.tags.map(({ tag }) => tag)).toEqual(['Order', 'late']);
  expect(into.followers).toEqual(before.followers);
  expect(from).toMatchObject({
    status: 1000,
    closed_by: linus.id,
    merged_into: { request_id: target, ticket_id: into.ticket_id },
  });
  expect(await textsOf(target)).toEqual(['First']);
  expect(await seatsOf(service, project.projectId)).toEqual({ counted: { [linus.id]: 1 }, recount: { [linus.id]: 1 } });

  const team = (await as(linus).listMessages({ request_id: target }, {})).body.at(-1);
  expect(team).toMatchObject({ attributes: { messagelabel: { key: 'REQUEST_ABSORBED' } } });
  expect(JSON.stringify((await as(vera).listMyRequests({}, {})).body)).not.toContain('merged_into');
  const verbs = async (request_id: string) =>
    (await as(linus).listRequestHistory({ request_id })).body.map(({ verb }) => verb);
  expect(await verbs(source)).toEqual(expect.arrayContaining(['REQUEST_CLOSE', 'REQUEST_MERGE']));
  expect(await verbs(target)).toContain('REQUEST_ABSORB');
  const names = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);
  expect((await names(from._id)).filter((type) => type === 'request.merged')).toHaveLength(1);

  // Again: nothing changes.
  expect((await merge(target, source)).status).toBe(200);
  expect((await now(target)).__v).toBe(into.__v);
});

it('reads both as one conversation, page by page', async () => {
  const { target, source, as, linus, vera, merge } = await two();
  await as(vera).sendMessage({ request_id: target, text: 'Third' });
  await as(vera).sendMessage({ request_id: source, text: 'Fourth' });
  const third = await harness.conversation((await two()).project);
  await merge(target, source);
  const read = async (query: object) => {
    const { body, headers } = await as(linus).listMessages(
      { request_id: target },
      { query: { with: 'merged', ...query } },
    );
    const said = body.filter(({ sender }) => sender === vera.id);
    return { said: said.map(({ text, recipient }) => [text, recipient]), link: headers.link, all: body };
  };
  const { said } = await read({});
  expect(said).toEqual([
    ['First', target],
    ['Second', source],
    ['Third', target],
    ['Fourth', source],
  ]);
  const first = await read({ limit: '2' });
  const cursor = /cursor=([^&>]+)/.exec(String(first.link))?.[1] ?? '';
  const second = await read({ limit: '200', cursor });
  const whole = await read({});
  expect([...first.all, ...second.all].map(({ _id }) => _id)).toEqual(whole.all.map(({ _id }) => _id));
  const broken = await as(linus).listMessages({ request_id: target }, { query: { with: 'merged', cursor: 'none' } });
  expect(code(broken)).toEqual([400, 'cursor_invalid']);
  const strange = await as(linus).listMessages({ request_id: third }, { query: { with: 'merged' } });
  expect(strange.status).toBe(404);
});

it('sends what the requester writes to the source into the target; the team is told where', async () => {
  const { target, source, as, vera, linus, merge, textsOf } = await two();
  await merge(target, source);
  const { status, body } = await as(vera).sendMessage({ request_id: source, text: 'More', external_id: 'e1' });
  expect([status, body]).toMatchObject([200, { recipient: target, request: { request_id: target } }]);
  const again = await as(vera).sendMessage({ request_id: source, text: 'More', external_id: 'e1' });
  expect(again.body._id).toBe(body._id);
  const many = await as(vera).sendMessages({ request_id: source }, { body: [{ text: 'And' }, { text: 'more' }] });
  expect(many.body).toMatchObject([{ recipient: target }, { recipient: target }]);
  expect((await textsOf(target)).filter((text) => !text.startsWith('The '))).toEqual(['First', 'More', 'And', 'more']);

  const refused = await as(linus).sendMessage({ request_id: source, text: 'Here?' });
  expect(code(refused)).toEqual([409, 'request_merged']);
  expect(refused.body).toMatchObject({ into: target });
});

it('is undone by hand, by reopening, and by a message that may not follow', async () => {
  const { project, target, source, as, vera, linus, ada, merge, now } = await two();
  const before = await now(source);
  await merge(target, source);
  const undone = await as(linus).unmergeRequest({ request_id: source });
  expect(undone.body).toMatchObject({ status: 1000 });
  expect((await now(source)).merged_into).toBeUndefined();
  expect((await as(linus).unmergeRequest({ request_id: source })).status).toBe(200);
  const after = await now(source);
  // It stays closed.
  const ofClosing = ['status', 'closed_at', 'closed_by', 'duration', 'waiting_for', 'transcript', 'updatedAt', '__v'];
  const closing = Object.fromEntries(Object.entries(after).filter(([name]) => ofClosing.includes(name)));
  expect(Object.keys(closing).toSorted()).toEqual(ofClosing.toSorted());
  expect(after).toEqual({ ...before, ...closing });

  await merge(target, source);
  await as(linus).reopenRequest({ request_id: source });
  expect(await now(source)).toMatchObject({ status: 200 });
  expect((await now(source)).merged_into).toBeUndefined();

  await merge(target, source);
  await as({ ...ada, role: 'owner' }).deleteRequest({ request_id: target });
  const { body } = await as(vera).sendMessage({ request_id: source, text: 'Still there?' });
  expect(body).toMatchObject({ recipient: source, request: { request_id: source, status: 200 } });
  expect((await now(source)).merged_into).toBeUndefined();
  expect(project.projectId).toBe(body.id_project);
});

it('refuses itself, a merged one, and another requester', async () => {
  const { project, target, source, as, linus, merge, now } = await two();
  const third = await harness.conversation(project, 'Third');
  expect((await merge(target, target)).body).toMatchObject({ code: 'not_mergeable', why: 'itself' });
  const stranger = newRequestId(project.projectId);
  await as(project.personas.victor).sendMessage({ request_id: stranger, text: 'Mine' });
  expect((await merge(target, stranger)).body).toMatchObject({ code: 'not_mergeable', why: 'requesters' });
  expect((await now(stranger)).status).not.toBe(1000);

  await merge(target, source);
  expect((await merge(source, third)).body).toMatchObject({ code: 'request_merged', into: target });
  expect((await merge(third, source)).body).toMatchObject({ code: 'request_merged', into: target });
  await merge(third, target);
  expect((await merge(source, third)).body).toMatchObject({ code: 'request_merged', into: third });
  expect((await merge(target, newRequestId(project.projectId))).status).toBe(404);
  const related = await as(linus).listRelatedRequests({ request_id: third });
  expect(related.body).toMatchObject({ merged: [{ request_id: target }], links: [], links_hidden: 0 });
});

it('brings no word of a customer to another one, to whom the target belongs meanwhile', async () => {
  const { project, target, source, as, vera, merge } = await two();
  const { projectId, personas } = project;
  const { victor } = personas;
  await merge(target, source);
  await service.db.transaction(async () => {
    const text = 'update request set requester = $3 where id_project = $1 and request_id = $2';
    await service.db.query(text, [projectId, target, victor.id]);
    // So that no replica goes by what it remembers.
    await service.db.query('update request_head set revision = revision + 1 where id_project = $1', [projectId]);
  });
  const said: [Actor, own: string, other: string, words: string][] = [
    [victor, target, source, 'Words of one'],
    [vera, source, target, 'Words of another'],
  ];
  const followers = new Map<Actor, Awaited<ReturnType<typeof harness.follow>>[]>();
  for (const [who, own] of said)
    followers.set(who, [
      await harness.follow(who, topicNames.messages(projectId, own)),
      await harness.follow(who, topicNames.request(projectId, own)),
    ]);
  const answers = new Map<Actor, unknown[]>();
  for (const [who, own, , words] of said) {
    const { status, body } = await as(who).sendMessage({ request_id: own, text: words });
    expect([status, body]).toMatchObject([200, { recipient: own, request: { request_id: own } }]);
    answers.set(who, [body]);
  }
  for (const [who, own, other, words] of said) {
    const frames = () => JSON.stringify(followers.get(who)?.map(({ heard }) => heard));
    await eventually(() => expect(frames()).toContain(words));
    const read = [
      await as(who).listMessages({ request_id: own }),
      await as(who).getTranscript({ request_id: own, format: 'txt' }),
      await as(who).listMyRequests({}, {}),
    ];
    expect(read.map(({ status }) => status)).toEqual([200, 200, 200]);
    const refused = [
      await as(who).listMessages({ request_id: other }),
      await as(who).getTranscript({ request_id: other, format: 'txt' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    const all = JSON.stringify([...read, ...refused].map(({ body }) => body)) + JSON.stringify(answers.get(who));
    expect(all).toContain(words);
    for (const [, , , foreign] of said.filter(([another]) => another !== who))
      for (const heard of [all, frames()]) expect(heard).not.toContain(foreign);
  }
  expect((await merge(target, source)).body).toMatchObject({ code: 'not_mergeable', why: 'requesters' });
});

it('makes no circle and loses no message when merges cross and the requester writes', async () => {
  const { project, target: a, source: b, as, vera, merge, now } = await two();
  const c = await harness.conversation(project, 'Third');
  const newest = { query: { direction: '-1', limit: '200' } };
  const newestOf = async (request_id: string) =>
    (await as(vera).listMessages({ request_id }, newest)).body.map(({ text }) => text);
  const both = [service, other];
  for (let round = 1; round <= amountOf({ quick: 8, soak: 100, full: 1_000 }); round++) {
    const pairs = [
      [a, b],
      [b, c],
      [c, a],
      [b, a],
    ] as const;
    await Promise.all([
      ...pairs.map(([into, from], place) =>
        both[place % 2]?.as(project.personas.linus).mergeRequest({ request_id: into }, { body: { source: from } }),
      ),
      ...[a, b, c].map((request_id) => as(vera).sendMessage({ request_id, text: `Words ${round}` })),
    ]);
    const into = new Map<string, string | undefined>();
    for (const id of [a, b, c]) into.set(id, (await now(id)).merged_into?.request_id);
    for (const id of [a, b, c]) {
      const path = new Set<string>();
      for (let at: string | undefined = id; at !== undefined; at = into.get(at)) {
        expect([round, path.has(at)]).toEqual([round, false]);
        path.add(at);
      }
    }
    const texts = (await Promise.all([a, b, c].map(newestOf))).flat();
    expect(texts.filter((text) => text === `Words ${round}`)).toHaveLength(3);
    const seats = await seatsOf(service, project.projectId);
    expect(seats.counted).toEqual(seats.recount);
    for (const id of [a, b, c]) await as(project.personas.linus).reopenRequest({ request_id: id });
  }
  expect((await merge(a, b)).status).toBe(200);
}, 600_000);

it('asks to see both, and shows nothing of another group', async () => {
  const { project, a, b } = await harness.twoGroups();
  const { linus, alan, vera, ada } = project.personas;
  const [ofA, ofB] = [newRequestId(project.projectId), newRequestId(project.projectId)];
  await service.as(vera).sendMessage({ request_id: ofA, text: 'One', departmentid: a });
  await service.as(vera).sendMessage({ request_id: ofB, text: 'Two', departmentid: b });
  const hidden = await service.as(linus).mergeRequest({ request_id: ofA }, { body: { source: ofB } });
  expect(code(hidden)).toEqual([404, 'request_not_found']);
  expect(code(await service.as(linus).linkRequest({ request_id: ofA, other_id: ofB }))).toEqual([
    404,
    'request_not_found',
  ]);

  const admin = { ...ada, role: 'admin' } as const;
  const linked = await service.as(admin).linkRequest({ request_id: ofA, other_id: ofB });
  expect(linked.body).toMatchObject({ links: [{ request_id: ofB, first_text: 'Two' }], links_hidden: 0 });
  const { body } = await service.as(linus).listRelatedRequests({ request_id: ofA });
  expect(body).toEqual({ merged: [], links: [], links_hidden: 1 });
  expect((await service.as(alan).listRelatedRequests({ request_id: ofB })).body.links_hidden).toBe(1);
  expect(JSON.stringify(body)).not.toContain('Two');
});

it('links both ends once, and unlinks them', async () => {
  const { target, source, as, linus, ada, now } = await two();
  const place = { request_id: target, other_id: source };
  await Promise.all([
    as(linus).linkRequest(place),
    other.as(linus).linkRequest({ request_id: source, other_id: target }),
    as(linus).linkRequest(place),
  ]);
  for (const id of [target, source]) {
    const names = (await eventsOf(service, (await now(id))._id)).map(({ type }) => type);
    expect(names.filter((type) => type === 'request.linked')).toHaveLength(1);
  }
  expect(code(await as(linus).linkRequest({ request_id: target, other_id: target }))).toEqual([422, 'not_mergeable']);
  expect((await as(linus).unlinkRequest(place)).body.links).toEqual([]);
  expect((await as(linus).unlinkRequest(place)).body.links).toEqual([]);
  expect((await as(linus).listRelatedRequests({ request_id: source })).body.links).toEqual([]);
  const { body: history } = await as(linus).listRequestHistory({ request_id: source });
  expect(history.map(({ verb }) => verb)).toEqual(expect.arrayContaining(['LINK_ADD', 'LINK_REMOVE']));

  await as(linus).linkRequest(place);
  await as({ ...ada, role: 'owner' }).deleteRequest({ request_id: source });
  expect((await as(linus).listRelatedRequests({ request_id: target })).body).toMatchObject({
    links: [],
    links_hidden: 0,
  });
});

it('is out of reach of visitors and of other projects', async () => {
  const { target, source, as, vera } = await two();
  const { ada } = (await two()).project.personas;
  expect((await as(vera).mergeRequest({ request_id: target }, { body: { source } })).status).toBe(403);
  expect((await as(vera).listRelatedRequests({ request_id: target })).status).toBe(403);
  for (const answer of [
    await as(ada).mergeRequest({ request_id: target }, { body: { source } }),
    await as(ada).unmergeRequest({ request_id: target }),
    await as(ada).linkRequest({ request_id: target, other_id: source }),
    await as(ada).unlinkRequest({ request_id: target, other_id: source }),
    await as(ada).listRelatedRequests({ request_id: target }),
  ])
    expect(answer.status).toBe(404);
});
