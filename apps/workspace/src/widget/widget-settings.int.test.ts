import { BotsServiceService } from '@parley/proto-gen/bots/v1/bots';
import { newId } from '@parley/service-kit/call';
import { nobody } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';

import { startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

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
  });
  expect(headers['cache-control']).toBe('private, no-cache');
  for (const hidden of ['Byron', '@', 'mallory', '198.51', 'secret plan', 'hidden', 'tzname', 'createdBy', 'routing']) {
    expect(JSON.stringify(body)).not.toContain(hidden);
  }
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
    team.as(nobody).getWidgetSettings({ id_project: projectId }, from(address, { 'if-none-match': etag }));

  const first = await ask('203.0.113.7');
  const { etag = '' } = first.headers;
  expect((await ask('203.0.113.7', etag)).status).toBe(304);
  expect((await ask('203.0.113.8', etag)).body.ip).toBe('203.0.113.8');
  await team.as(ada).updateProject({ widget: { align: 'left' } });
  expect((await ask('203.0.113.7', etag)).body.project.widget).toEqual({ align: 'left' });
});

it('does without the rules of bots while nobody tells them', async () => {
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
    [nobody, vera].map((actor) => team.as(actor).getWidgetSettings({ id_project: projectId })),
  );
  expect(seen[1]?.body).toEqual(seen[0]?.body);
  expect((await team.as(nobody).getWidgetSettings({ id_project: newId() })).body.code).toBe('project_not_found');
});
