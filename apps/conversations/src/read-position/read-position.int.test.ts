import type { Actor, RequestRow } from '@parley/contracts';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { rowOf, rowsOf, seeded } from '../../test/inbox.ts';
import type { TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let replicas: ConversationsService[];
let project: TestProject;
let request_id: string;
let vera: Actor;
let linus: Actor;
let ada: Actor;

beforeAll(async () => {
  service = await harness.start();
  replicas = [service, await harness.start(), await harness.start()];
});
afterAll(() => harness.stop());

beforeEach(async () => {
  ({ project, request_id, vera, linus } = await harness.openedRequest());
  ({ ada } = project.personas);
});

const report = (who: Actor, upto: number, exact?: boolean) =>
  service.as(who).setReadPosition({ request_id, upto, ...(exact !== undefined && { exact }) });
const say = (who: Actor, text = 'More', more: object = {}) =>
  service.as(who).sendMessage({ request_id, text, ...more });

async function readBy(who: Actor): Promise<RequestRow['read']> {
  const { body } = await service
    .as(who)
    [who === vera ? 'listMyRequests' : 'listRequests']({ view: 'row', status: 'all' });
  return (body.requests as RequestRow[]).find((row) => row.request_id === request_id)?.read;
}

it('is known to the reader alone and grows, unless it is set exactly', async () => {
  await say(vera);
  await say(vera);

  expect(await readBy(linus)).toEqual({ upto: 0, unread: 3, mentioned: false });
  expect((await report(linus, 2)).body).toEqual({ request_id, upto: 2, unread: 1, mentioned: false });
  expect((await report(linus, 1)).body).toEqual({ request_id, upto: 2, unread: 1, mentioned: false });
  expect((await report(linus, 1, true)).body).toEqual({ request_id, upto: 1, unread: 2, mentioned: false });
  expect((await report(linus, 0, true)).body).toEqual({ request_id, upto: 0, unread: 3, mentioned: false });
  expect((await report(linus, 2_147_483_647)).body).toEqual({ request_id, upto: 3, unread: 0, mentioned: false });
  expect(await readBy(ada)).toEqual({ upto: 0, unread: 3, mentioned: false });
});

it('moves by sending, private messages too, and not by what the system says', async () => {
  await say(linus, 'Yes?');
  expect(await readBy(linus)).toMatchObject({ upto: 2, unread: 0 });
  expect(await readBy(vera)).toEqual({ upto: 1, unread: 1 });
  await say(vera);
  await say(linus, 'psst', { attributes: { private: true } });
  expect(await readBy(linus)).toMatchObject({ upto: 4, unread: 0 });
  expect(await readBy(vera)).toEqual({ upto: 3, unread: 0 });
  await service.as(linus).closeRequest({ request_id });
  expect(await readBy(linus)).toMatchObject({ upto: 4, unread: 0 });
});

it('moves no position by imported messages', async () => {
  await service.as(ada).sendMessages(
    { request_id, import: 'true' },
    {
      body: [
        { text: 'old', sender: linus.id },
        { text: 'old', sender: vera.id },
      ],
    },
  );

  expect(await readBy(linus)).toEqual({ upto: 0, unread: 2, mentioned: false });
  expect(await readBy(vera)).toEqual({ upto: 1, unread: 1 });
});

it('counts what each reader has not read as a recount does, over replicas', async () => {
  const readers = [vera, linus, ada];
  for (const seed of [1, 2, 3, 4]) {
    const pick = seeded(seed);
    for (let n = 0; n < 20; n++) {
      const on = replicas[n % replicas.length] ?? service;
      const who = readers[pick(3)] ?? ada;
      const as = on.as(who);
      const moves = [
        () => as.sendMessage({ request_id, text: `${n}` }),
        () => as.sendMessage({ request_id, text: `${n}`, attributes: { subtype: 'info' } }),
        () => as.setReadPosition({ request_id, upto: pick(30) }),
        () => as.setReadPosition({ request_id, upto: pick(30), exact: true }),
        () => (n % 5 === 0 ? on.as(ada).closeRequest({ request_id }) : on.as(ada).reopenRequest({ request_id })),
      ];
      expect((await moves[pick(moves.length)]?.())?.status).toBe(200);
    }
    const { body: all } = await service.as(ada).listMessages({ request_id });
    for (const who of readers) {
      const { upto = 0, unread } = (await readBy(who)) ?? {};
      const others = all.filter(({ seq, audience, sender }) => {
        const counts = who === vera ? sender !== vera.id : sender === vera.id;
        return seq > upto && audience === 'all' && sender !== 'system' && counts;
      });
      expect({ seed, who: who.name, unread }).toEqual({ seed, who: who.name, unread: others.length });
    }
  }
});

it('keeps the highest of a hundred reports at once', async () => {
  for (let n = 0; n < 9; n++) await say(vera);
  const uptos = Array.from({ length: 100 }, (_, n) => (n * 7) % 11);

  const answers = await Promise.all(
    uptos.map((upto, n) => replicas[n % 3]?.as(linus).setReadPosition({ request_id, upto })),
  );

  expect(answers.map((answer) => answer?.status)).toEqual(uptos.map(() => 200));
  expect(await readBy(linus)).toEqual({ upto: 10, unread: 0, mentioned: false });
});

it('acknowledges for participants and the requester, for an onlooker nothing', async () => {
  await say(linus, 'Yes?');
  const statuses = async () => (await service.as(ada).listMessages({ request_id })).body.map(({ status }) => status);

  await report(ada, 2);
  expect(await statuses()).toEqual([200, 200]);
  await report(linus, 2);
  expect(await statuses()).toEqual([300, 200]);
  await report(vera, 2);
  expect(await statuses()).toEqual([300, 300]);
});

it('writes nothing when nothing changes', async () => {
  await report(linus, 1);
  const written = () =>
    service.db.query(
      `select p.xmin::text, (select count(*)::int from feed_change f where f.id_project = $1 and f.type = 'feed.read') as notes,
        (select count(*)::int from outbox o where o.id_project = $1) as events from request_reader p where p.id_project = $1
        order by p.principal`,
      [project.projectId],
    );
  const before = await written();

  expect((await report(linus, 1)).body).toMatchObject({ upto: 1, unread: 0 });
  expect((await report(linus, 0)).body).toMatchObject({ upto: 1, unread: 0 });

  expect(await written()).toEqual(before);
});

it('tells a visitor no place of a message that they cannot see', async () => {
  await say(linus, 'psst', { attributes: { private: true } });
  expect((await report(vera, 99)).body).toMatchObject({ upto: 1, unread: 0 });
  expect((await report(linus, 99)).body).toMatchObject({ upto: 2, unread: 0 });
});

it('is refused to machines and strangers', async () => {
  const stranger = project.personas.victor;
  expect((await report(stranger, 1)).status).toBe(404);
  expect((await service.as(linus).setReadPosition({ request_id: 'support-group-none', upto: 1 })).status).toBe(404);
  expect((await report(project.personas.robby, 1)).status).toBe(403);
  for (const upto of [-1, 1.5, '2', null, undefined, 3_000_000_000])
    expect((await service.as(linus).setReadPosition({ request_id, upto })).status).toBe(422);
});

it('is what the filters of lists ask for', async () => {
  const { grace } = project.personas;
  await say(vera);
  const listed = async (who: Actor, query: object) =>
    (await rowsOf(service, who, { ...query })).map((row) => row.request_id);

  expect(await listed(linus, { mine: 'true', unread: 'true' })).toEqual([request_id]);
  await report(linus, 2);
  expect(await listed(linus, { mine: 'true', unread: 'true' })).toEqual([]);
  expect(await listed(linus, { mine: 'true', unread: 'false' })).toEqual([request_id]);
  expect(await listed(grace, { followed: 'me' })).toEqual([]);
  await service.as(ada).addFollower({ request_id, member: grace.teammateId });
  expect(await listed(grace, { followed: 'me', unread: 'true' })).toEqual([request_id]);
  expect(await listed(grace, { mentioned: 'me' })).toEqual([]);
  await service.db.query(
    `insert into request_reader (id_project, request, principal, mentioned_at, mentioned_seq)
      select id_project, id, $2, now(), 2 from request where id_project = $1 and request_id = $3`,
    [project.projectId, grace.id, request_id],
  );
  expect(await listed(grace, { mentioned: 'me' })).toEqual([request_id]);
  expect((await rowOf(service, grace, request_id)).read).toEqual({ upto: 0, unread: 2, mentioned: true });
  expect((await report(grace, 2)).body).toEqual({ request_id, upto: 2, unread: 0, mentioned: false });
  expect((await rowOf(service, grace, request_id)).read).toMatchObject({ mentioned: false });
  for (const query of [{ unread: 'true' }, { unread: 'true', mine: 'false' }, { followed: 'you' }, { view: 'rows' }]) {
    expect((await service.as(linus).listRequests(query)).status).toBe(422);
  }
});
