import { projectUpdated } from '@parley/contracts';

import { startTeam, type Team } from '../../test/team.ts';

let team: Team;
beforeAll(async () => {
  team = await startTeam();
});
afterAll(() => team.stop());

it('stores every setting of fifty who each set another one at the same time', async () => {
  const { projectId, ada } = await team.project();
  const sent = Array.from({ length: 50 }, (_, n) => [`key_${n}`, n] as const);

  const answers = await Promise.all(sent.map(([key, n]) => team.as(ada).patchProject({ [`settings.${key}`]: n })));

  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const { body } = await team.as(ada).getProject();
  expect(body.settings).toEqual(Object.fromEntries(sent));
  expect(body.__v).toBe(50);
  const events = (await team.outbox(projectUpdated)).filter(({ idproject }) => idproject === projectId);
  expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

it('keeps the password of the mail server, shows it to nobody, and takes it away when it is empty', async () => {
  const { projectId, ada } = await team.project();
  const stored = async () => {
    const [row] = await team.db.query<{ settings: { email?: { config?: object } } }>(
      'SELECT settings FROM projects WHERE id_project = $1',
      [projectId],
    );
    return row?.settings.email?.config;
  };

  const { body } = await team
    .as(ada)
    .updateProject({ settings: { email: { config: { host: 'h', pass: 'smtp-s3cret' } } } });
  expect(body.settings).toEqual({ email: { config: { host: 'h' } } });
  await team.as(ada).updateProject({ settings: { chat_limit_on: true } });
  expect(await stored()).toEqual({ pass: expect.stringMatching(/^v1\./) });
  await team.as(ada).updateProject({ 'settings.email.config.pass': '' });
  expect(await stored()).toEqual({});
  expect(JSON.stringify(await team.outbox(projectUpdated))).not.toContain('smtp-s3cret');
});

it('names what has changed, and says nothing when nothing has', async () => {
  const { projectId, ada } = await team.project('Acme');

  await team.as(ada).updateProject({ name: 'Acme', settings: null });
  await team.as(ada).updateProject({ name: 'Acme & Sons', attributes: { a: 1 } });

  const events = (await team.outbox(projectUpdated)).filter(({ idproject }) => idproject === projectId);
  expect(events.map(({ data }) => data.changes)).toEqual([['name', 'attributes']]);
});

it.each([
  { name: '' },
  { settings: [] },
  { 'settings.chat_limit_on': 'yes' },
  { 'settings.max_agent_assigned_chat': 1001 },
  { settings: { reassignment_delay: 5 } },
  { settings: { custom_auth: { provision_agents: 'yes' } } },
  { 'settings.__proto__.a': 1 },
  { attributes: { a: 'x'.repeat(66_000) } },
])('refuses a faulty %j', async (body) => {
  const { ada } = await team.project();

  const { status, body: problem } = await team.as(ada).patchProject(body);
  expect([status, problem.code]).toEqual([422, 'validation_failed']);
});

it('refuses agents, and a stale If-Match', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  await team.as(ada).patchProject({ name: 'one' });

  expect((await team.as(linus).patchProject({ name: 'x' })).body.code).toBe('role_too_low');
  const stale = await team.as(ada).patchProject({ name: 'two' }, { headers: { 'if-match': '"0"' } });
  expect([stale.status, stale.body.code]).toEqual([412, 'version_mismatch']);
  expect((await team.as(ada).getProject()).body.name).toBe('one');
});
