import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { anonymous } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { customToken, startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

const rule = { name: 'greet', when: { urlMatches: '/pricing' } };
/** While set, the bots service does not answer. */
let held: Promise<void> | undefined;
const bots = fakeService(BotsServiceService, {
  listWidgetRules: async () => {
    await held;
    return { rulesJson: [JSON.stringify(rule)] };
  },
});

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({}, { fakes: { bots } });
});
afterAll(() => team.stop());

const from = (address: string, headers: Record<string, string> = {}) => ({
  headers: { 'parley-client-address': address, ...headers },
});

it('returns to a widget what it needs, and nothing else of the project', async () => {
  const { projectId, ada } = await team.project('Acme');
  const linus = await team.join(ada, 'Linus');
  await team.as(ada).updateProject({
    ...{ widget: { themeColor: '#123456' }, attributes: { plan: 'secret plan' }, ipFilterDeny: ['198.51.100.9'] },
    ...{ settings: { allowed_urls: true, allowed_urls_list: ['acme.io'], chat_limit_on: true, other: 'hidden' } },
    ...{ activeOperatingHours: false, operatingHours: { tzname: 'UTC' } },
  });
  await team.as(ada).banVisitor({ id: 'mallory', ip: '198.51.100.10' });
  await team.as(ada).createDepartment({ name: 'hidden', status: 0 });

  const { status, body, headers } = await team.open.getWidgetSettings({ id_project: projectId }, from('203.0.113.7'));

  expect(status).toBe(200);
  expect(body).toEqual({
    project: {
      ...{ _id: projectId, id: projectId, name: 'Acme', widget: { themeColor: '#123456' } },
      settings: { allowed_urls: true, allowed_urls_list: ['acme.io'] },
    },
    user_available: expect.arrayContaining([
      { id: ada.id, firstname: 'Ada' },
      { id: linus.id, firstname: 'Linus' },
    ]),
    departments: [
      {
        ...{ _id: expect.any(String), id: expect.any(String), id_project: projectId, name: 'Default Department' },
        ...{ default: true, status: 1, hasBot: false },
      },
    ],
    ip: '203.0.113.7',
    botsRules: [rule],
    open: { isopen: true },
    uploads: { maxBytes: 20 * 2 ** 20, types: ['*/*'] },
  });
  expect(headers['cache-control']).toBe('private, no-cache');
  for (const hidden of ['Byron', '@', 'mallory', '198.51', 'secret plan', 'hidden', 'tzname', 'createdBy', 'routing']) {
    expect(JSON.stringify(body)).not.toContain(hidden);
  }
});

it('answers in the same call what may be uploaded, and the texts of a language in the order of the labels', async () => {
  const { projectId, ada } = await team.project();
  const ask = async (lang?: string) =>
    (await team.open.getWidgetSettings({ id_project: projectId }, { query: lang === undefined ? {} : { lang } })).body;
  const { labels: none, ...first } = await ask();
  expect(none).toBeUndefined();

  for (const [lang, found, general] of [
    ['de', 'DE', 'Allgemein'],
    ['de-CH', 'DE', 'Allgemein'],
    ['xx', 'EN', 'General'],
    ['no language at all', 'EN', 'General'],
  ] as const) {
    const { labels, ...others } = await ask(lang);
    // The department still has the name it was made with.
    expect(first.departments.map(({ name }) => name)).toEqual(['Default Department']);
    expect(others).toEqual({ ...first, departments: first.departments.map((one) => ({ ...one, name: general })) });
    expect(labels).toEqual({ lang: found, data: expect.any(Object) });
    const { body } = await team.open.getLanguageLabels({ id_project: projectId, lang: found });
    expect(labels?.data).toEqual(body.data);
  }
  await team.as(ada).setLabels({ lang: 'FR', data: { LABEL_PLACEHOLDER: 'À vous' }, default: true });
  expect((await ask('de')).labels).toMatchObject({ lang: 'FR', data: { LABEL_PLACEHOLDER: 'À vous' } });

  await team.as(ada).updateProject({ widget: { allowedUploadExtentions: ' .jpg, .pdf,' } });
  expect((await ask()).uploads.types).toEqual(['.jpg', '.pdf']);
});

it('answers whether the project is open, and when that changes next', async () => {
  const { projectId, ada } = await team.project();
  const ask = async () => (await team.open.getWidgetSettings({ id_project: projectId })).body.open;
  expect(await ask()).toEqual({ isopen: true });

  const closed = { tzname: 'Europe/Rome' };
  await team.as(ada).updateProject({ activeOperatingHours: true, operatingHours: closed });
  expect(await ask()).toEqual({ isopen: false, timezone: 'Europe/Rome' });

  const everyDay = Object.fromEntries(
    ['0', '1', '2', '3', '4', '5', '6'].map((day) => [day, [{ start: '00:00', end: '12:00' }]]),
  );
  await team.as(ada).updateProject({ operatingHours: { tzname: 'UTC', ...everyDay } });
  const { isopen, next_change_at = '' } = await ask();
  const isMorning = new Date().getUTCHours() < 12;
  expect([isopen, new Date(next_change_at).getUTCHours()]).toEqual([isMorning, isMorning ? 12 : 0]);
  expect(Date.parse(next_change_at) - Date.now()).toBeLessThanOrEqual(43_200_000);
});

describe('with a list of allowed sites', () => {
  const site = 'https://shop.example';
  const page = (origin: string) => ({ headers: { origin } });

  it('lets pages of listed sites, apps and servers in, and refuses all others', async () => {
    const { projectId, ada } = await team.project();
    const secret = await team.secretOf(ada);
    const customer = { authorization: `JWT ${await customToken(secret, projectId, { _id: 'customer-7' })}` };
    const { token } = await team.guest(projectId);
    const ways = [
      (more: object) => team.open.getWidgetSettings({ id_project: projectId }, more),
      (more: object) => team.open.signInAnonymously({ id_project: projectId }, more),
      ...[customer, { authorization: token }].map(
        (credentials) =>
          ({ headers = {} }: { headers?: object }) =>
            team.open.signInWithCustomToken({}, { headers: { ...headers, ...credentials } }),
      ),
    ];
    const outcomes = async (more: object) => Promise.all(ways.map(async (way) => (await way(more)).status));
    expect(await outcomes(page('https://evil.example'))).toEqual([200, 200, 200, 200]);

    await team.as(ada).updateProject({ settings: { allowed_urls: true, allowed_urls_list: [site, '*.acme.example'] } });
    expect(await outcomes(page(site))).toEqual([200, 200, 200, 200]);
    expect(await outcomes(page('https://www.acme.example'))).toEqual([200, 200, 200, 200]);
    expect(await outcomes({})).toEqual([200, 200, 200, 200]);
    for (const origin of ['https://evil.example', 'https://shop.example.evil', 'null', `${site}:8443`])
      expect([origin, await outcomes(page(origin))]).toEqual([origin, [403, 403, 403, 403]]);
    const { body } = await team.open.getWidgetSettings({ id_project: projectId }, page('https://evil.example'));
    expect(body.code).toBe('origin_not_allowed');
  });
});

it('lists no teammates while the project is closed, and never removed ones', async () => {
  const { projectId, ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const available = async () =>
    (await team.open.getWidgetSettings({ id_project: projectId })).body.user_available.map(
      ({ firstname }) => firstname,
    );

  expect((await available()).sort()).toEqual(['Ada', 'Linus']);
  await team.as(ada).removeTeammate({ project_user_id: linus.teammateId });
  expect(await available()).toEqual(['Ada']);
  await team.as(ada).updateProject({ activeOperatingHours: true, operatingHours: { tzname: 'UTC' } });
  expect(await available()).toEqual([]);
});

it('answers 304 for a known ETag, and returns each caller their own address', async () => {
  const { projectId, ada } = await team.project();
  const ask = (address: string, etag = '"x"') =>
    team.as(anonymous).getWidgetSettings({ id_project: projectId }, from(address, { 'if-none-match': etag }));

  const first = await ask('203.0.113.7');
  const { etag = '' } = first.headers;
  expect((await ask('203.0.113.7', etag)).status).toBe(304);
  expect((await ask('203.0.113.8', etag)).body.ip).toBe('203.0.113.8');
  await team.as(ada).updateProject({ widget: { align: 'left' } });
  expect((await ask('203.0.113.7', etag)).body.project.widget).toEqual({ align: 'left' });
});

it('does without the rules of bots while bots does not answer', async () => {
  const { projectId } = await team.project();
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;

  const { status, body } = await team.open.getWidgetSettings({ id_project: projectId });

  expect([status, body.botsRules]).toEqual([200, []]);
  resolve();
  held = undefined;

  const alone = await startTeamHarness();
  const other = await alone.project();
  const answer = await alone.open.getWidgetSettings({ id_project: other.projectId });
  expect([answer.status, answer.body.botsRules]).toEqual([200, []]);
  await alone.stop();
});

it('answers a stranger with the token of another project as one without', async () => {
  const { projectId } = await team.project();
  const { actor: vera } = await team.guest((await team.project()).projectId);

  const seen = await Promise.all(
    [anonymous, vera].map((actor) => team.as(actor).getWidgetSettings({ id_project: projectId })),
  );
  expect(seen[1]?.body).toEqual(seen[0]?.body);
  expect((await team.as(anonymous).getWidgetSettings({ id_project: newId() })).body.code).toBe('project_not_found');
});
