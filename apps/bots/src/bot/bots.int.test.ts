import { botCreated, botDeleted, botTrashed, botUpdated, departmentErrors } from '@parley/contracts';
import { DirectoryServiceService } from '@parley/proto-gen/workspace/v1/directory';
import { createLogger } from '@parley/service-kit/observability';
import { actor, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { type Bots, startTestBots } from '../../test/bots.ts';

const url = 'https://bots.example.com/robby';
const globals = [{ key: 'crm', value: 'top-secret-key' }];
const departmentId = '66f1e0aa17c2f3a4b5c6d7e8';
const sales = {
  id: departmentId,
  name: 'Sales',
  routing: 'pooled',
  botOnly: false,
  groupIds: [],
  isDefault: false,
  status: 1,
};
const departments = fakeService(DirectoryServiceService, {
  getDepartment({ idDepartment }) {
    if (idDepartment !== departmentId) throw departmentErrors.department_not_found();
    const recordJson = JSON.stringify({ _id: departmentId, name: 'Sales' });
    return { department: { ...sales, recordJson }, wasDefault: false, version: 0 };
  },
});

let service: Bots;
const logged: string[] = [];
beforeAll(async () => {
  const log = createLogger({ service: 'bots', level: 'trace', to: { write: (line) => void logged.push(line) } });
  service = await startTestBots({ env: { BOTS_MAX: '60' }, workspace: departments, log });
});
afterAll(() => service?.stop());

async function create(owner: ReturnType<typeof personasOf>['ada'], bot: Record<string, unknown> = {}) {
  const { status, body } = await service.as(owner).createBot({ name: 'Robby', template: 'blank', ...bot });
  if (status !== 200) throw new Error(`a bot was not made: ${JSON.stringify(body)}`);
  return body;
}

it.each([
  ['blank', 2],
  ['handoff', 3],
  ['example', 15],
  [undefined, 15],
  ['empty', 0],
])('has the intents of the template %s when it is answered', async (template, count) => {
  const { ada } = personasOf();
  const bot = await create(ada, { template });
  const { body } = await service.as(ada).listIntents({ id_faq_kb: bot._id });
  expect(body).toHaveLength(count);
  const [created] = (await service.outbox(botCreated)).filter(({ data }) => data.bot._id === bot._id);
  expect(created?.data.intents).toBe(count);
});

it('is public from the start if it is asked for, in a word too, unless it is external', async () => {
  const { ada, projectId } = personasOf();
  const first = await create(ada, { public: true, slug: 'robby' });
  const second = await create(ada, { public: 'TRUE', slug: 'robby' });
  expect([first, second]).toMatchObject([
    { public: true, slug: 'robby' },
    { public: true, slug: 'robby-1' },
  ]);
  expect((await create(ada)).public).toBe(false);
  const { grace: stranger } = personasOf();
  const crossed = await service.send(stranger, {
    method: 'get',
    url: `/v3/${stranger.projectId}/bots/exportjson/${first._id}`,
  });
  expect(crossed.status).toBe(200);

  const refused = await service.as(ada).createBot({ name: 'Robby', type: 'external', url, public: true });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ param: 'public' }] } });
  expect((await service.as(ada).createBot({ name: 'Robby', public: 'yes' })).body.errors?.[0]?.param).toBe('public');
  expect((await service.as(ada).listBots({ id_project: projectId })).body).toHaveLength(3);
});

it('trims the words of closed lists before it judges them', async () => {
  const { ada } = personasOf();
  const bot = await create(ada, {
    type: ' internal ',
    template: 'blank\n',
    language: ' it-IT ',
    webhook_enabled: ' true',
  });
  expect(bot).toMatchObject({ type: 'internal', language: 'it', webhook_enabled: true });
  expect((await service.as(ada).listIntents({ id_faq_kb: bot._id })).body).toHaveLength(2);
  expect((await service.as(ada).listBots({ type: ' internal', sortField: ' name ' })).body).toHaveLength(1);
});

it('gives an external bot no intents, and refuses it without an address', async () => {
  const { ada } = personasOf();
  const refused = await service.as(ada).createBot({ name: 'Robby', type: 'external' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ param: 'url' }] } });
  const bot = await create(ada, { external: true, url, template: undefined });
  expect(bot).toMatchObject({ type: 'external', external: true, url });
  expect((await service.as(ada).listIntents({ id_faq_kb: bot._id })).body).toEqual([]);
});

it('shows the secret in the answer to the create and nowhere else', async () => {
  const { ada, grace } = personasOf();
  const { secret, ...bot } = await create(ada, { attributes: { globals } });
  const other = await create(ada);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(other.secret).not.toBe(secret);

  const api = service.as(grace);
  const answers = [
    await api.getBot({ bot: bot._id }),
    await api.listBots(),
    await api.updateBot({ bot: bot._id, description: 'A robot', secret: 'mine' }),
    await api.mergeBotAttributes({ bot: bot._id, secret: 'kept as any other word' }),
    await api.publishBot({ bot: bot._id }),
    await api.listPublishedBots({ bot: bot._id }),
    await api.deleteBot({ bot: bot._id }),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(200));
  expect(JSON.stringify(answers)).not.toContain(secret);
  const stored = await service.db.query(
    'select row_to_json(o)::text as row from outbox o union all select row_to_json(b)::text from bot b',
  );
  expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 40));
  expect(logged.length).toBeGreaterThan(answers.length);
  expect(logged.join('')).not.toContain(secret.slice(6, 40));
});

it('hides addresses and keys from roles below admin, and keys from events', async () => {
  const { ada, linus, vera } = personasOf();
  const bot = await create(ada, { webhook_url: url, attributes: { globals, rules: [] } });
  const admin = (await service.as(ada).getBot({ bot: bot._id })).body;
  expect(admin).toMatchObject({ webhook_url: url, attributes: { globals } });

  const seen = [await service.as(linus).getBot({ bot: bot._id }), await service.as(linus).listBots()];
  expect(seen.map(({ status }) => status)).toEqual([200, 200]);
  expect(JSON.stringify(seen)).not.toMatch(/webhook_url|globals|top-secret-key/);
  expect(JSON.stringify(await service.outbox(botCreated))).not.toContain('top-secret-key');
  expect((await service.as(vera).getBot({ bot: bot._id })).status).toBe(403);
  expect((await service.as(linus).updateBot({ bot: bot._id, name: 'Mine' })).status).toBe(403);
  expect((await service.as(linus).listBots({ trashed: 'true' })).body.code).toBe('role_too_low');
});

it('answers the same 404 for a bot of another project as for none', async () => {
  const { ada } = personasOf();
  const stranger = personasOf();
  const bot = await create(ada);
  const [theirs, none] = [
    await service.as(stranger.ada).getBot({ bot: bot._id }),
    await service.as(stranger.ada).getBot({ bot: 'x' }),
  ];
  expect([theirs.status, theirs.body.code]).toEqual([404, 'bot_not_found']);
  expect({ ...theirs.body, requestId: '' }).toEqual({ ...none.body, requestId: '' });
  expect((await service.as(stranger.ada).listBots()).body).toEqual([]);
  expect((await service.as(stranger.ada).deleteBot({ bot: bot._id })).status).toBe(404);
});

it('lets a bot read itself alone', async () => {
  const { ada, projectId } = personasOf();
  const [bot, other] = [await create(ada), await create(ada)];
  const robby = service.as(actor({ kind: 'bot', id: bot._id, projectId, role: 'agent' }));
  expect((await robby.listBots()).body.map(({ _id }) => _id)).toEqual([bot._id]);
  expect((await robby.getBot({ bot: bot._id })).status).toBe(200);
  expect((await robby.getBot({ bot: other._id })).status).toBe(404);
  expect((await robby.listIntents({ id_faq_kb: other._id })).status).toBe(404);
  expect((await robby.listIntents({ id_faq_kb: bot._id })).body).toHaveLength(2);
  expect((await robby.deleteBot({ bot: bot._id })).status).toBe(403);
});

it('gives concurrent creates with one name different slugs, and enforces the limit of bots', async () => {
  const { ada } = personasOf();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => service.as(ada).createBot({ name: 'Käthe & Co', template: 'empty' })),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const slugs = answers.map(({ body }) => body.slug);
  expect(new Set(slugs).size).toBe(50);
  expect(slugs).toEqual(expect.arrayContaining(['kathe-co', 'kathe-co-1', 'kathe-co-49']));

  const more = await Promise.all(
    Array.from({ length: 15 }, () => service.as(ada).createBot({ name: 'One more', template: 'empty' })),
  );
  expect(more.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(more.find(({ status }) => status !== 200)?.body).toMatchObject({ code: 'limit_reached', limit: 'BOTS_MAX' });
});

it('lists all bots, or pages of them, by name, words, type and the trash', async () => {
  const { ada } = personasOf();
  const names = ['Ada', 'Bert', 'Cleo'];
  const bots = [];
  for (const name of names) bots.push(await create(ada, { name, description: `${name} the bot`, tags: ['robots'] }));
  await create(ada, { name: 'Dora', type: 'external', url });
  const api = service.as(ada);
  const namesOf = async (query: Record<string, unknown>) => (await api.listBots(query)).body.map(({ name }) => name);

  expect(await namesOf({})).toEqual(['Dora', 'Cleo', 'Bert', 'Ada']);
  expect(await namesOf({ all: 'true', sortField: 'name', direction: '1' })).toEqual(['Ada', 'Bert', 'Cleo', 'Dora']);
  expect(await namesOf({ text: 'BERT the' })).toEqual(['Bert']);
  expect(await namesOf({ text: 'robot' })).toHaveLength(3);
  expect(await namesOf({ type: 'external' })).toEqual(['Dora']);
  expect(await namesOf({ certified: 'true' })).toEqual([]);
  expect(await namesOf({ public: 'true' })).toEqual([]);
  expect(await namesOf({ page: '1', limit: '2' })).toEqual(['Bert', 'Ada']);
  const { headers } = await api.listBots({ limit: '2' });
  const cursor = new URL(/<(.*?)>/.exec(headers.link ?? '')?.[1] ?? '', 'https://x').searchParams.get('cursor');
  expect(await namesOf({ cursor, limit: '2' })).toEqual(['Bert', 'Ada']);
  expect((await api.listBots({ sortField: 'secret' })).status).toBe(422);

  await api.updateBot({ bot: bots[0]?._id, trashed: true });
  expect(await namesOf({})).toEqual(['Dora', 'Cleo', 'Bert']);
  expect(await namesOf({ trashed: 'true' })).toEqual(['Ada']);
});

it.each(['bots', 'faq_kb', 'faq_kb/'])('links from a page of %s to the next one under that path', async (path) => {
  const { ada, projectId } = personasOf();
  for (const name of ['Ada', 'Bert']) await create(ada, { name });
  const read = (url: string) => service.send(ada, { method: 'get', url });

  const { headers } = await read(`/v3/${projectId}/${path}?limit=1&sortField=name`);
  const next = /^<(.*)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? '';
  expect(next).toMatch(new RegExp(`^/v3/${projectId}/${path}\\?limit=1&sortField=name&cursor=`));
  expect((await read(next)).body).toMatchObject([{ name: 'Ada' }]);
});

it('changes the given fields, clears those that are null, and announces the changes', async () => {
  const { ada } = personasOf();
  const bot = await create(ada, { description: 'A robot', language: 'pt-BR', type: 'tilebot' });
  expect(bot).toMatchObject({
    language: 'pt',
    type: 'tilebot',
    external: false,
    slug: expect.stringContaining('robby'),
  });
  const api = service.as(ada);
  const changes = { name: 'Rob', description: null, webhook_enabled: 'true', webhook_url: url, public: true, _id: 'x' };
  const { body } = await api.updateBot({ bot: bot._id, ...changes });
  expect(body).toMatchObject({
    _id: bot._id,
    name: 'Rob',
    webhook_enabled: true,
    public: true,
    slug: bot.slug,
    __v: 1,
  });
  expect(body).not.toHaveProperty('description');
  expect((await api.patchBot({ bot: bot._id, name: 'Rob' })).body.__v).toBe(1);
  const [event] = (await service.outbox(botUpdated)).filter(({ data }) => data.bot._id === bot._id);
  expect(event?.data.changes.sort()).toEqual(['description', 'name', 'public', 'webhook_enabled', 'webhook_url']);

  expect((await api.setBotLanguage({ bot: bot._id, lang: 'de' })).body.language).toBe('de');
  expect((await api.setBotLanguage({ bot: bot._id, lang: 'deutsch' })).status).toBe(422);
  expect((await api.listIntents({ id_faq_kb: bot._id })).body[0]?.language).toBe('de');
  expect((await api.updateBot({ bot: bot._id, type: 'external' })).status).toBe(422);
  const other = await create(ada, { slug: 'taken' });
  const taken = await api.updateBot({ bot: bot._id, slug: 'taken' });
  expect(taken).toMatchObject({ status: 409, body: { code: 'slug_taken', conflict: other._id } });
  const stale = await api.updateBot({ bot: bot._id, name: 'Late' }, { headers: { 'if-match': '"0"' } });
  expect(stale.body.code).toBe('version_mismatch');
});

it('replaces attributes key by key, and checks those it reads', async () => {
  const { ada } = personasOf();
  const bot = await create(ada, { attributes: { globals, color: 'red' } });
  const api = service.as(ada);
  const { body } = await api.mergeBotAttributes({ bot: bot._id }, { body: { color: null, match_threshold: 0.7 } });
  expect(body.attributes).toEqual({ globals, match_threshold: 0.7 });
  const faults = { match_threshold: 2, handoff_after_fallbacks: 21, rules: {}, globals: [{ key: 7, value: 'x' }] };
  const refused = await api.mergeBotAttributes({ bot: bot._id }, { body: faults });
  expect(refused.body.errors?.map(({ param }) => param).sort()).toEqual([
    ...['globals[0].key', 'handoff_after_fallbacks', 'match_threshold', 'rules'],
  ]);
});

it('shows the department that is asked for, if there is one', async () => {
  const { ada } = personasOf();
  const { _id: bot } = await create(ada);
  const found = await service.as(ada).getBot({ bot, departmentid: departmentId });
  expect(found.body.department).toMatchObject({ _id: departmentId, name: 'Sales' });
  expect((await service.as(ada).getBot({ bot, departmentid: 'none' })).body).not.toHaveProperty('department');
});

describe('the trash', () => {
  it('hides a bot, frees its slug, takes no writes, and gives all of it back', async () => {
    const { ada, linus } = personasOf();
    const api = service.as(ada);
    const bot = await create(ada, { slug: 'robby' });
    const before = (await api.listIntents({ id_faq_kb: bot._id })).body;
    const trashed = (await api.updateBot({ bot: bot._id, trashed: true })).body;
    expect(trashed).toMatchObject({ trashed: true, trashedAt: expect.any(String) });
    expect((await service.outbox(botTrashed)).some(({ data }) => data.bot._id === bot._id)).toBe(true);

    const refused = [
      await api.updateBot({ bot: bot._id, name: 'Rob' }),
      await api.mergeBotAttributes({ bot: bot._id, a: 1 }),
      await api.publishBot({ bot: bot._id }),
      await api.rotateBotSecret({ bot: bot._id }),
      await api.createIntent({ id_faq_kb: bot._id }),
      await api.updateIntent({ intent: before[0]?._id, answer: 'x' }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(refused.length).fill('bot_trashed'));
    expect((await service.as(linus).getBot({ bot: bot._id })).status).toBe(404);
    expect((await api.createBotToken({ bot: bot._id })).status).toBe(404);

    expect((await create(ada, { slug: 'robby' })).slug).toBe('robby');
    const restored = (await api.updateBot({ bot: bot._id, trashed: false })).body;
    expect(restored).toMatchObject({ trashed: false, slug: 'robby-1', name: bot.name });
    expect(restored).not.toHaveProperty('trashedAt');
    expect((await api.listIntents({ id_faq_kb: bot._id })).body).toEqual(before);
  });

  it('is purged after thirty days, together with all data of the bots', async () => {
    const { ada, projectId } = personasOf();
    const api = service.as(ada);
    const [old, restored, recent] = [await create(ada), await create(ada), await create(ada)];
    await api.publishBot({ bot: old._id });
    for (const { _id: bot } of [old, restored, recent]) await api.updateBot({ bot, trashed: true });
    const aged = `update bot set trashed_at = now() - interval '31 days' where id_project = $1 and id = any($2)`;
    await service.db.query(aged, [projectId, [old._id, restored._id]]);
    await api.updateBot({ bot: restored._id, trashed: false });
    await service.runJob('purge-trash');

    const statuses = [];
    for (const { _id: bot } of [old, restored, recent]) statuses.push((await api.getBot({ bot })).status);
    expect(statuses).toEqual([404, 200, 200]);
    const left = await service.db.query(
      `select id from bot where root_id = $1 union all select id from bot_project where id = $1
       union all select i.id from intent i where not exists (select from bot b where b.id_project = i.id_project and b.id = i.id_bot)`,
      [old._id],
    );
    expect(left).toEqual([]);
    const [deleted] = (await service.outbox(botDeleted)).filter(({ data }) => data.bot._id === old._id);
    expect(deleted?.data.wasTrashed).toBe(true);
  });
});

describe('publication', () => {
  it('freezes bot and intents, and shows later edits as modifications', async () => {
    const { ada } = personasOf();
    const api = service.as(ada);
    const { _id: bot } = await create(ada);
    const [intent] = (await api.listIntents({ id_faq_kb: bot })).body;
    const first = (await api.publishBot({ bot, release_note: 'First' })).body;
    expect((await api.getBot({ bot })).body).toMatchObject({
      ...{ published_id: first.bot_id, published_version: 1, modified: false },
    });

    await api.updateIntent({ intent: intent?._id, answer: 'Edited' });
    expect((await api.getBot({ bot })).body.modified).toBe(true);
    const frozen = (await api.listIntents({ id_faq_kb: first.bot_id })).body;
    expect(frozen).toHaveLength(2);
    expect(JSON.stringify(frozen)).not.toContain('Edited');

    const second = (await api.publishBot({ bot, restore_from: first.bot_id })).body;
    expect(JSON.stringify((await api.listIntents({ id_faq_kb: second.bot_id })).body)).not.toContain('Edited');
    const published = (await api.listPublishedBots({ bot })).body;
    expect(published.map(({ _id, published_version }) => [_id, published_version])).toEqual([
      [second.bot_id, 2],
      [first.bot_id, 1],
    ]);
    expect((await api.getBot({ bot })).body).toMatchObject({ published_id: second.bot_id, published_version: 2 });
    expect(published[1]).toMatchObject({
      ...{ root_id: bot, trashed: true, release_note: 'First' },
      publishedBy: { _id: ada.id, firstname: 'Ada', lastname: 'Lovelace', email: ada.email },
    });
    expect(published[0]?.release_note).toBe('No comment');
    expect((await api.listBots()).body).toHaveLength(1);
    expect((await api.listBots({ trashed: 'true' })).body).toEqual([]);
  });

  it('creates immutable copies, and restores none of another bot', async () => {
    const { ada } = personasOf();
    const api = service.as(ada);
    const [bot, other] = [await create(ada), await create(ada)];
    const { bot_id: copy } = (
      await api.publishBot({ bot: bot._id }, { body: 'null', headers: { 'content-type': 'application/json' } })
    ).body;
    const refused = [
      await api.updateBot({ bot: copy, name: 'x' }),
      await api.updateBot({ bot: copy, trashed: false }),
      await api.deleteBot({ bot: copy }),
      await api.publishBot({ bot: copy }),
      await api.createIntent({ id_faq_kb: copy }),
    ];
    expect(refused.map(({ body }) => body.code)).toEqual(Array(refused.length).fill('bot_is_copy'));
    expect((await api.publishBot({ bot: other._id, restore_from: copy })).status).toBe(404);
    const external = await create(ada, { type: 'external', url });
    expect((await api.publishBot({ bot: external._id })).body.code).toBe('bot_is_external');
  });
});
