import { botCreated } from '@parley/contracts';
import { IdentityServiceService } from '@parley/proto-gen/workspace/v1/identity';
import { actor, type Personas, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Bots, startTestBots } from '../../test/bots.ts';

let service: Bots;
/** Roles in projects other than the one of the path: `<project> <user>`. */
const roles = new Map<string, string>();
beforeAll(async () => {
  const workspace = fakeService(IdentityServiceService, {
    getMembership({ idProject, id }) {
      const role = roles.get(`${idProject} ${id}`);
      if (role === undefined) return { found: false, membership: undefined, version: 0 };
      const status = role === 'disabled' ? role : 'active';
      return { found: true, membership: { idProjectUser: id, role, status, fullName: 'Ada' }, version: 1 };
    },
  });
  service = await startTestBots({ workspace, env: { INTENTS_MAX: '20' } });
});
afterAll(() => service?.stop());

const rules = [{ do: [{ message: { participants: ['bot_0123', 'system'] } }] }];
const globals = [{ key: 'k', value: 'top-secret' }];

async function newBot({ ada }: Personas, more: object = {}) {
  const url = 'https://bots.example.com/w';
  const fields = { webhook_url: url, url, webhook_enabled: true, tags: ['a'], language: 'it' };
  const { body } = await service
    .as(ada)
    .createBot({ name: 'Robby', template: 'handoff', attributes: { rules, globals, a: 1 }, ...fields });
  if (Object.keys(more).length > 0) await service.as(ada).updateBot({ bot: body._id, ...more });
  return body._id;
}

const textsOf = async (personas: Personas, bot: string) =>
  (await service.as(personas.ada).listIntents({ id_faq_kb: bot, direction: '1' })).body.map(
    ({ intent_display_name, intent_id, question, answer, actions }) => [
      ...[intent_display_name, intent_id, question, answer],
      actions,
    ],
  );

it('copies a bot within its project, with its intents at once', async () => {
  const mine = personasOf();
  const bot = await newBot(mine, { public: true });

  const { status, body } = await service.as(mine.grace).forkBot({ bot });

  expect([status, body.message]).toEqual([200, 'Chatbot forked successfully']);
  expect(await textsOf(mine, body.bot_id)).toEqual(await textsOf(mine, bot));
  const { body: copy } = await service.as(mine.ada).getBot({ bot: body.bot_id });
  expect(copy).toMatchObject({
    ...{ name: 'Robby', slug: 'robby-1', public: false, language: 'it', tags: ['a'], webhook_enabled: true },
    ...{ url: 'https://bots.example.com/w', webhook_url: 'https://bots.example.com/w', __v: 0 },
    ...{ createdBy: mine.grace.id, id_project: mine.projectId },
  });
  expect(copy.attributes).toEqual({
    a: 1,
    rules: [{ do: [{ message: { participants: [`bot_${body.bot_id}`, 'system'] } }] }],
  });
  const [event] = (await service.outbox(botCreated)).filter(({ data }) => data.bot._id === body.bot_id);
  expect(event?.data).toMatchObject({ intents: 3, forked_from: bot });
  const token = (await service.as(mine.ada).createBotToken({ bot: body.bot_id })).body.jwt;
  expect(token).not.toBe((await service.as(mine.ada).createBotToken({ bot })).body.jwt);
});

it('takes the globals along only when asked', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);

  const { body } = await service.as(mine.ada).forkBotByPut({ bot, globals: 'true' });

  expect((await service.as(mine.ada).getBot({ bot: body.bot_id })).body.attributes.globals).toEqual(globals);
});

it('takes a public bot of another project without its addresses and globals', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const bot = await newBot(mine);
  const fork = () => service.as(theirs.ada).forkBot({ bot, public: 'true', globals: 'true' });
  expect((await fork()).body.code).toBe('bot_not_found');
  await service.as(mine.ada).updateBot({ bot, public: true });

  expect((await service.as(theirs.ada).forkBot({ bot })).body.code).toBe('bot_not_found');
  const { status, body } = await fork();

  expect(status).toBe(200);
  const copy = await service.as(theirs.ada).getBot({ bot: body.bot_id });
  expect(copy.body).toMatchObject({ name: 'Robby', id_project: theirs.projectId, public: false });
  expect(JSON.stringify(copy.body)).not.toMatch(/top-secret|bots\.example\.com|whsec_/);
  expect(await textsOf(theirs, body.bot_id)).toEqual(await textsOf(mine, bot));

  await service.as(mine.ada).updateBot({ bot, trashed: true });
  expect((await fork()).body.code).toBe('bot_not_found');
});

it('copies globals of another project for its admins only', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const bot = await newBot(mine, { public: true });
  roles.set(`${mine.projectId} ${theirs.ada.id}`, 'admin');

  const { body } = await service.as(theirs.ada).forkBot({ bot, public: 'true', globals: 'true' });

  expect((await service.as(theirs.ada).getBot({ bot: body.bot_id })).body.attributes.globals).toEqual(globals);
});

it('lands only where the caller is an admin', async () => {
  const [mine, theirs] = [personasOf(), personasOf()];
  const bot = await newBot(mine);
  const fork = () => service.as(mine.ada).forkBot({ bot, projectid: theirs.projectId });
  const say = (role: string) => roles.set(`${theirs.projectId} ${mine.ada.id}`, role);

  expect((await fork()).body.code).toBe('not_a_member');
  for (const [role, code] of [
    ['agent', 'role_too_low'],
    ['disabled', 'not_a_member'],
  ] as const) {
    say(role);
    const { status, body } = await fork();
    expect([status, body.code]).toEqual([403, code]);
  }
  expect((await service.as(theirs.ada).listBots()).body).toEqual([]);

  say('admin');
  const { body } = await fork();
  const there = { ...mine.ada, projectId: theirs.projectId };
  expect((await service.as(actor(there)).getBot({ bot: body.bot_id })).body.createdBy).toBe(mine.ada.id);
  expect((await service.as(mine.ada).getBot({ bot: body.bot_id })).status).toBe(404);
});

it('copies twenty times at once: twenty bots, twenty slugs, all intents there', async () => {
  const mine = personasOf();
  const bot = await newBot(mine);

  const forks = await Promise.all(Array.from({ length: 20 }, () => service.as(mine.ada).forkBot({ bot })));
  const copies = await Promise.all(
    forks.map(async ({ body }) => ({
      slug: (await service.as(mine.ada).getBot({ bot: body.bot_id })).body.slug,
      intents: await textsOf(mine, body.bot_id),
    })),
  );

  expect(new Set(copies.map(({ slug }) => slug)).size).toBe(20);
  expect(copies.map(({ intents }) => intents.length)).toEqual(Array(20).fill(3));
});
