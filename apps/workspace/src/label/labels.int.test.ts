import { type Actor, labelsUpdated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { anonymous, type CallOptions } from '@parley/testkit';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

const set = (ada: Actor, lang: string, data: Record<string, unknown> = {}, more: Record<string, unknown> = {}) =>
  team.as(ada).setLabels({ lang, data, ...more });
const shown = (projectId: string, lang: string) => team.open.getLanguageLabels({ id_project: projectId, lang });

function recordedEvents(projectId: string) {
  return team.outbox(labelsUpdated, projectId);
}

/** The languages of a project and whether they are the default. */
async function marks(projectId: string): Promise<Record<string, boolean>> {
  const { body } = await team.open.getLabels({ id_project: projectId });
  return Object.fromEntries('data' in body ? body.data.map((entry) => [entry.lang, entry.default]) : []);
}

it('stores a language as sent, in upper case, and announces it', async () => {
  const { projectId, ada } = await team.project();
  const data = { YES: 'Sì <b>certo</b>', 'my.own-Key_1': '', ARRAY_DAYS: ['l', 'm', 'm', 'g', 'v', 's', 'd'] };

  const { status, body } = await set(ada, 'it', data, { category: ' widget ' });

  expect(status).toBe(200);
  expect(body).toEqual({ _id: expect.any(String), lang: 'IT', data, category: 'widget', default: true });
  expect((await team.as(ada).getLabels()).body).toEqual({
    ...{ _id: expect.any(String), id: expect.any(String), id_project: projectId, attributes: {}, data: [body], __v: 0 },
    ...{ createdBy: ada.id, createdAt: expect.any(String), updatedAt: expect.any(String) },
  });
  expect((await recordedEvents(projectId)).map(({ data: event }) => event)).toEqual([{ langs: ['IT'], default: 'IT' }]);
});

it('replaces an existing language under the same id', async () => {
  const { projectId, ada } = await team.project();
  const { body: first } = await set(ada, 'EN', { YES: 'Yep', NO: 'Nope' }, { category: 'x' });

  const { body } = await set(ada, 'en', { YES: 'Sure' }, { default: false });

  expect(body).toEqual({ _id: first._id, lang: 'EN', data: { YES: 'Sure' }, default: true });
  expect((await team.open.getLabels({ id_project: projectId })).body).toMatchObject({ data: [body], __v: 1 });
  expect((await recordedEvents(projectId)).map(({ aggregateversion }) => aggregateversion)).toEqual([0, 1]);
});

it('creates one record with all entries and one default from concurrent first languages', async () => {
  const { projectId, ada } = await team.project();
  const langs = Array.from({ length: 20 }, (_, n) => `X${String.fromCharCode(65 + n)}`);

  const answers = await Promise.all(langs.map((lang, n) => set(ada, lang, { YES: lang }, { default: n % 2 === 0 })));

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { body } = await team.open.getLabels({ id_project: projectId });
  expect(body).toMatchObject({ __v: 19 });
  const all = await marks(projectId);
  expect(Object.keys(all).sort()).toEqual(langs);
  expect(Object.values(all).filter(Boolean)).toHaveLength(1);
  const versions = (await recordedEvents(projectId)).map(({ aggregateversion }) => aggregateversion);
  expect(versions).toEqual(Array.from({ length: 20 }, (_, n) => n));
});

it('trims a language before validating it', async () => {
  const { projectId, ada } = await team.project();
  expect((await set(ada, ' fr ', { YES: 'Ouais' })).body.lang).toBe('FR');
  expect((await shown(projectId, ' fr ')).body.data.YES).toBe('Ouais');
  expect((await team.open.getShippedLabels({ id_project: projectId, lang: 'it ' })).body.lang).toBe('IT');
});

it('shows a fresh project’s visitors their language, and the project’s default once it has labels without it', async () => {
  const { projectId, ada } = await team.project();

  for (const lang of ['it', 'IT', 'it-CH', 'It_ch']) {
    const { status, body } = await shown(projectId, lang);
    expect([status, body]).toMatchObject([200, { lang: 'IT', data: { YES: 'Sì' }, default: false }]);
    expect(Object.keys(body.data)).toHaveLength(92);
  }
  expect((await shown(projectId, 'nl')).body).toMatchObject({ lang: 'EN', data: { YES: 'Yes' } });
  expect((await team.open.getLabels({ id_project: projectId })).body).toEqual({});

  await set(ada, 'FR', { YES: 'Ouais' });
  for (const lang of ['it', 'it-CH', 'nl', 'fr']) {
    expect((await shown(projectId, lang)).body).toMatchObject({
      ...{ lang: 'FR', default: true, _id: expect.any(String) },
      data: { YES: 'Ouais', NO: 'Non' },
    });
  }
});

it('shows strangers the members of the contract and no others', async () => {
  const { projectId, ada } = await team.project();
  await set(ada, 'FR', { YES: 'Ouais' });
  const { body: record } = await team.open.getLabels({ id_project: projectId });
  const language = ['_id', 'category', 'data', 'default', 'lang'];
  const members = ['__v', '_id', 'attributes', 'createdAt', 'data', 'id', 'id_project', 'updatedAt'];
  expect(Object.keys(record).filter((name) => !members.includes(name))).toEqual([]);
  for (const entry of [(await shown(projectId, 'fr')).body, ...(record as { data: object[] }).data])
    expect(Object.keys(entry).filter((name) => !language.includes(name))).toEqual([]);
});

it('keeps the default when it is edited or cloned, or when the wanted one does not exist', async () => {
  const { projectId, ada } = await team.project();
  await set(ada, 'IT', { YES: 'Certo' });
  await set(ada, 'EN', { YES: 'Sure' });

  await set(ada, 'IT', { YES: 'Certo!' }, { default: false });
  await team.as(ada).cloneShippedLabels({ lang: 'IT' });
  await team.as(ada).cloneShippedLabels({ lang: 'DE' });
  const unknown = await team.as(ada).setDefaultLanguage({ lang: 'FR' });

  expect([unknown.status, unknown.body.code]).toEqual([404, 'language_not_found']);
  expect(await marks(projectId)).toEqual({ IT: true, EN: false, DE: false });
});

it('makes another language the default, regardless of the body', async () => {
  const { projectId, ada } = await team.project();
  await set(ada, 'IT');
  await set(ada, 'EN', { YES: 'Sure' });

  const { status, body } = await team.as(ada).setDefaultLanguage({ lang: 'en' }, { body: { default: false } });
  const again = await team.as(ada).setDefaultLanguage({ lang: 'EN' });

  expect([status, body]).toMatchObject([200, { lang: 'EN', data: { YES: 'Sure' }, default: true }]);
  expect(again.body).toEqual(body);
  expect(await marks(projectId)).toEqual({ IT: false, EN: true });
  await set(ada, 'IT', {}, { default: true });
  expect(await marks(projectId)).toEqual({ IT: true, EN: false });
  expect((await recordedEvents(projectId)).map(({ data }) => data.default)).toEqual(['IT', 'IT', 'EN', 'IT']);
});

it('keeps exactly one default under concurrent changes of it', async () => {
  const { projectId, ada } = await team.project();
  const langs = ['IT', 'EN', 'FR', 'DE', 'ES', 'PT'];
  for (const lang of langs) await set(ada, lang);

  const answers = await Promise.all(langs.map((lang) => team.as(ada).setDefaultLanguage({ lang })));

  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  expect(Object.values(await marks(projectId)).filter(Boolean)).toHaveLength(1);
});

it('deletes a language but not the default one', async () => {
  const { projectId, ada } = await team.project();
  const { body: italian } = await set(ada, 'IT');
  const { body: english } = await set(ada, 'EN', { YES: 'Sure' });

  const refused = await team.as(ada).deleteLanguageLabels({ lang: 'IT' });
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'default_language', conflict: italian._id }]);
  const { status, body } = await team.as(ada).deleteLanguageLabels({ lang: 'en' });
  expect([status, body]).toEqual([200, english]);
  expect((await team.as(ada).deleteLanguageLabels({ lang: 'EN' })).body.code).toBe('language_not_found');
  expect(await marks(projectId)).toEqual({ IT: true });
});

it('deletes all labels, falls back to the shipped ones, and never lowers the version', async () => {
  const { projectId, ada } = await team.project();
  expect((await team.as(ada).deleteLabels()).body).toEqual({ deletedCount: 0 });
  await set(ada, 'FR', { YES: 'Ouais' });
  const { body: before } = await team.as(ada).getLabels();

  const { status, body } = await team.as(ada).deleteLabels();

  expect([status, body]).toEqual([200, { ...before, updatedAt: expect.any(String), __v: 1, deletedCount: 1 }]);
  expect((await team.as(ada).deleteLabels()).body).toEqual({ deletedCount: 0 });
  expect((await team.open.getLabels({ id_project: projectId })).body).toEqual({});
  expect((await shown(projectId, 'it')).body).toMatchObject({ lang: 'IT', data: { YES: 'Sì' } });
  expect((await set(ada, 'DE', {}, { default: false })).body.default).toBe(true);
  expect((await team.open.getLabels({ id_project: projectId })).body).toMatchObject({ __v: 2 });
  expect((await recordedEvents(projectId)).map(({ data }) => data)).toEqual([
    { langs: ['FR'], default: 'FR' },
    { langs: ['FR'], cleared: true },
    { langs: ['DE'], default: 'DE' },
  ]);
});

it.each([
  [{ data: {} }],
  [{ lang: 'IT' }],
  [{ lang: 'italian', data: {} }],
  [{ lang: 'IT-', data: {} }],
  [{ lang: 'IT', data: [] }],
  [{ lang: 'IT', data: { 'a b': 'x' } }],
  [{ lang: 'IT', data: { constructor: 'x' } }],
  [{ lang: 'IT', data: { ['K'.repeat(101)]: 'x' } }],
  [{ lang: 'IT', data: { YES: 7 } }],
  [{ lang: 'IT', data: { YES: ['x'] } }],
  [{ lang: 'IT', data: { YES: 'x'.repeat(2001) } }],
  [{ lang: 'IT', data: { ARRAY_DAYS: ['x'] } }],
  [{ lang: 'IT', data: { ARRAY_DAYS: 'x' } }],
  [{ lang: 'IT', data: Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`K${n}`, 'x'])) }],
  [{ lang: 'IT', data: {}, category: 'x'.repeat(65) }],
  [{ lang: 'IT', data: {}, default: 'yes' }],
  [{ lang: 'IT', data: { YES: '<img src=x onerror=alert(1)>' } }],
  [{ lang: 'IT', data: { YES: '<a href="javascript:alert(1)">x</a>' } }],
  [{ lang: 'IT', data: { ARRAY_DAYS: ['a', 'b', 'c', 'd', 'e', 'f', '<script>'] } }],
])('refuses %j', async (body) => {
  const { projectId, ada } = await team.project();

  expect((await team.as(ada).setLabels({}, { body })).status).toBe(422);
  expect((await team.open.getLabels({ id_project: projectId })).body).toEqual({});
});

it('names every text that is not allowed', async () => {
  const { ada } = await team.project();

  const { body } = await set(ada, 'IT', { A: '<p>', B: 'fine', C: '<b onclick=x>x</b>' });

  expect(body.errors?.map(({ param, location }) => [param, location])).toEqual([
    ['data.A', 'body'],
    ['data.C', 'body'],
  ]);
});

it('refuses invalid languages and unknown projects', async () => {
  const { projectId, ada } = await team.project();
  await set(ada, 'EN');

  for (const lang of ['x', 'z'.repeat(24), '\0', '{"$ne":1}', 'en-', 'it-CHE']) {
    const answers = [
      await shown(projectId, lang),
      await team.as(ada).setDefaultLanguage({ lang }),
      await team.as(ada).deleteLanguageLabels({ lang }),
    ];
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([404, 'language_not_found']));
  }
  for (const id_project of [newId(), 'x']) {
    const answers = [
      await team.open.getLabels({ id_project }),
      await team.open.listShippedLabels({ id_project }),
      await team.open.getShippedLabels({ id_project, lang: 'EN' }),
      await team.open.getAskedShippedLabels({ id_project }),
      await team.open.getLanguageLabels({ id_project, lang: 'EN' }),
    ];
    expect(answers.map(({ body }) => body.code)).toEqual(Array(5).fill('project_not_found'));
  }
});

it('lets everyone read and admins write', async () => {
  const { projectId, ada } = await team.project();
  await set(ada, 'EN', { YES: 'Sure' });
  const linus = await team.join(ada, 'Linus');
  const { actor: vera } = await team.guest(projectId);

  for (const reader of [anonymous, vera, linus, { ...vera, projectId: undefined, role: undefined }]) {
    const { body } = await team.as(reader).getLanguageLabels({ id_project: projectId, lang: 'en' });
    expect(Object.keys(body).sort()).toEqual(['_id', 'data', 'default', 'lang']);
    const { body: all } = await team.as(reader).getLabels({ id_project: projectId });
    const isOfTheTeam = reader === linus;
    expect(Object.keys(all).sort()).toEqual([
      ...['__v', '_id', 'attributes', 'createdAt', ...(isOfTheTeam ? ['createdBy'] : [])],
      ...['data', 'id', 'id_project', 'updatedAt'],
    ]);
  }
  for (const refused of [
    await set(linus, 'EN'),
    await team.as(linus).cloneShippedLabels({ lang: 'EN' }),
    await team.as(linus).setDefaultLanguage({ lang: 'EN' }),
    await team.as(linus).deleteLanguageLabels({ lang: 'EN' }),
    await team.as(linus).deleteLabels(),
  ]) {
    expect(refused.body.code).toBe('role_too_low');
  }
  expect((await shown(projectId, 'en')).body.data.YES).toBe('Sure');
});

it('lets browsers cache labels, and serves a change at once', async () => {
  const { projectId: id_project, ada } = await team.project();
  const reads = [
    () => team.open.getLabels({ id_project }, given()),
    () => team.open.getLanguageLabels({ id_project, lang: 'en' }, given()),
    () => team.open.listShippedLabels({ id_project }, given()),
    () => team.open.getShippedLabels({ id_project, lang: 'en' }, given()),
  ];
  let known: string | undefined;
  const given = (): CallOptions => (known === undefined ? {} : { headers: { 'if-none-match': known } });
  const read = async (one: (typeof reads)[number]) => {
    const { status, headers } = await one();
    return { status, etag: headers.etag, cacheControl: headers['cache-control'] };
  };

  for (const [index, one] of reads.entries()) {
    known = undefined;
    const first = await read(one);
    expect(first).toEqual({ status: 200, etag: expect.any(String), cacheControl: 'private, no-cache' });
    known = first.etag;
    expect(await read(one)).toEqual({ ...first, status: 304 });

    await set(ada, 'EN', { YES: String(index) });
    const changed = index < 2;
    expect((await read(one)).status).toBe(changed ? 200 : 304);
    await team.as(ada).deleteLabels();
  }
});

it('writes only over the version that If-Match names', async () => {
  const { ada } = await team.project();
  const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });

  expect((await team.as(ada).setLabels({ lang: 'EN', data: {} }, ifMatch(0))).status).toBe(412);
  await set(ada, 'EN');
  expect((await team.as(ada).setLabels({ lang: 'IT', data: {} }, ifMatch(0))).status).toBe(200);
  expect((await team.as(ada).deleteLabels({}, ifMatch(0))).status).toBe(412);
  expect((await team.as(ada).deleteLabels({}, ifMatch(1))).status).toBe(200);
});

it('returns texts in a language to other services, all or selected ones', async () => {
  const { projectId: idProject, ada } = await team.project();
  const { version } = await team.directory.getProject({ idProject });

  const fresh = await team.directory.getLabels({ idProject, lang: 'it-CH', keys: ['YES', 'UNKNOWN'] });
  expect(fresh).toEqual({ lang: 'IT', texts: { YES: 'Sì' }, version });
  await set(ada, 'FR', { YES: 'Ouais' });

  for (const lang of ['it', 'fr', '', 'no language at all']) {
    const answer = await team.directory.getLabels({ idProject, lang, keys: [] });
    expect(answer).toMatchObject({ lang: 'FR', texts: { YES: 'Ouais', NO: 'Non' }, version: version + 1 });
    expect(JSON.parse(answer.texts.ARRAY_DAYS ?? '')).toHaveLength(7);
  }
  await expect(team.directory.getLabels({ idProject: newId(), lang: 'it', keys: [] })).rejects.toMatchObject({
    code: 'project_not_found',
  });
});
