import { projectUpdated } from '@parley/contracts';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('stores every one of fifty settings set concurrently', async () => {
  const { projectId, ada } = await team.project();
  const sent = Array.from({ length: 50 }, (_, n) => [`key_${n}`, n] as const);

  const answers = await Promise.all(sent.map(([key, n]) => team.as(ada).patchProject({ [`settings.${key}`]: n })));

  expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
  const { body } = await team.as(ada).getProject();
  expect(body.settings).toEqual(Object.fromEntries(sent));
  expect(body.__v).toBe(50);
  const events = await team.outbox(projectUpdated, projectId);
  expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
});

it('keeps the mail server’s password, never shows it, and removes it when empty', async () => {
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
  await team.as(ada).updateProject({ 'settings.email': { config: { host: 'h2' } } });
  expect(await stored()).toEqual({ host: 'h2', pass: expect.stringMatching(/^v1\./) });
  await team.as(ada).updateProject({ 'settings.email.config.pass': '' });
  expect(await stored()).toEqual({ host: 'h2' });
  expect(JSON.stringify(await team.outbox(projectUpdated, ada.projectId))).not.toContain('smtp-s3cret');
});

it('lets only the owner change the provisioning switch, and never by omission', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');
  await team.as(ada).updateProject({ 'settings.custom_auth.provision_agents': true });

  for (const body of [
    { 'settings.custom_auth.provision_agents': false },
    { 'settings.custom_auth': { provision_agents: false } },
    { settings: { custom_auth: { provision_agents: false } } },
  ]) {
    expect((await team.as(grace).updateProject(body)).body.code).toBe('owner_required');
  }
  for (const body of [{ settings: {} }, { 'settings.custom_auth': 'off' }, { settings: { custom_auth: null } }]) {
    const { status, body: project } = await team.as(grace).updateProject(body);
    expect([status, project.settings]).toEqual([200, { custom_auth: { provision_agents: true } }]);
  }
});

it('lets only the owner change the retention, and never by omission', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');
  const retention = { closed_requests: 365, drafts: 7, leads_without_requests: 0 };
  expect((await team.as(ada).updateProject({ settings: { retention } })).status).toBe(200);
  for (const name of Object.keys(retention)) {
    const refused = await team.as(grace).updateProject({ [`settings.retention.${name}`]: 1 });
    expect([refused.status, refused.body.code]).toEqual([403, 'owner_required']);
    const invalid = await team.as(ada).updateProject({ [`settings.retention.${name}`]: 3_651 });
    expect(invalid.status).toBe(422);
  }
  expect((await team.as(grace).updateProject({ settings: {} })).body.settings).toEqual({ retention });
});

it('names the changes in the event, and publishes none without a change', async () => {
  const { projectId, ada } = await team.project('Acme');

  await team.as(ada).updateProject({ name: 'Acme', settings: null });
  await team.as(ada).updateProject({ name: 'Acme & Sons', attributes: { a: 1 } });

  const events = await team.outbox(projectUpdated, projectId);
  expect(events.map(({ data }) => data.changes)).toEqual([['name', 'attributes']]);
});

it.each([
  { name: '' },
  { settings: [] },
  { 'settings.chat_limit_on': 'yes' },
  { 'settings.max_agent_assigned_chat': 1001 },
  { settings: { reassignment_delay: 5 } },
  { settings: { redact_patterns: ['phone'] } },
  { settings: { redact_patterns: ['card', 'card'] } },
  { settings: { redact_patterns: [{ name: 'card', pattern: 'a' }, 'card'] } },
  { settings: { redact_patterns: [{ name: 'a]', pattern: 'a' }] } },
  { settings: { redact_patterns: [{ name: 'a', pattern: 'x'.repeat(201) }] } },
  { settings: { redact_patterns: [{ name: 'a', pattern: 'a', flags: 'i' }] } },
  { settings: { redact_patterns: Array.from({ length: 11 }, (_, n) => ({ name: `n${n}`, pattern: 'a' })) } },
  { 'settings.redact_patterns': 'card' },
  { settings: { custom_auth: { provision_agents: 'yes' } } },
  { 'settings.__proto__.a': 1 },
  { 'settings.custom_auth': { provision_agents: 'yes' } },
  { 'settings.custom_auth': JSON.parse('{"__proto__": {}}') },
  { 'settings.chat_limit_on.deep': 1 },
  { settings: { email: { config: { pass: 7 } } } },
  { 'settings.email.config': { pass: {} } },
  { settings: { a: 'x'.repeat(66_000) } },
  { attributes: { a: 'x'.repeat(66_000) } },
  { widget: { a: 'x'.repeat(66_000) } },
  { widget: 'x' },
  { activeOperatingHours: 'true' },
  { channels: ['chat21'] },
  { versions: 'x'.repeat(17_000) },
  { ipFilterEnabled: 1 },
  { ipFilter: '10.0.0.1' },
  { ipFilter: ['10.0.0.1', 'everybody'] },
  { ipFilterDeny: ['10.0.0.0/33'] },
  { ipFilterDeny: [{ $ne: 1 }] },
  { ipFilter: Array.from({ length: 201 }, () => '10.0.0.1') },
])('refuses a faulty %j', async (body) => {
  const { ada } = await team.project();

  const { status, body: problem } = await team.as(ada).patchProject(body);
  expect([status, problem.code]).toEqual([422, 'validation_failed']);
});

it('takes patterns of RE2 to redact, and names those that it cannot use', async () => {
  const { ada } = await team.project();
  const redact_patterns = ['card', { name: 'Order No', pattern: '(?i)\\bORD-\\d{6}\\b' }];
  const { body } = await team.as(ada).patchProject({ 'settings.redact_patterns': redact_patterns });
  expect(body.settings.redact_patterns).toEqual(redact_patterns);

  const unusable = ['(', '(?=a)', '(a)\\1', 'a*', '(a{50}){50}', 'x{101}'];
  const own = unusable.map((pattern, index) => ({ name: `own ${index}`, pattern }));
  for (const refused of [{ settings: { redact_patterns: own } }, { 'settings.redact_patterns': own }]) {
    const { status, body: problem } = await team.as(ada).updateProject(refused);
    expect([status, problem.code]).toEqual([422, 'validation_failed']);
    expect(problem.errors?.map(({ param }) => param)).toEqual(
      unusable.map((_, index) => `settings.redact_patterns[${index}].pattern`),
    );
  }
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

it('stores each field as sent, and leaves those that are null or absent', async () => {
  const { ada } = await team.project();
  const sent = {
    ...{ name: 'Acme', activeOperatingHours: true, widget: { color: '#fff' }, attributes: { a: 1 } },
    ...{ versions: [1, 'two'], channels: [{ name: 'chat21' }, { name: 'email' }], timeSlots: {} },
    ...{
      ipFilterEnabled: false,
      ipFilter: ['203.0.113.7'],
      ipFilterDenyEnabled: true,
      ipFilterDeny: ['2001:db8::/32'],
    },
  };

  const { body } = await team.as(ada).updateProject({ ...sent, status: 0, bannedUsers: [{ id: 'x' }], profile: {} });
  expect(body).toMatchObject({ ...sent, status: 100, bannedUsers: [], profile: { name: 'Custom' }, __v: 1 });
  const nothing = Object.fromEntries([...Object.keys(sent), 'operatingHours', 'settings'].map((name) => [name, null]));
  expect((await team.as(ada).updateProject(nothing)).body).toEqual(body);
});

it('lets settings grow to their limit and no further, however small the steps', async () => {
  const { ada } = await team.project();
  const half = 'x'.repeat(33_000);

  expect((await team.as(ada).patchProject({ 'settings.one': half })).status).toBe(200);
  const { status, body } = await team.as(ada).patchProject({ 'settings.two': half });
  expect([status, body.code]).toEqual([422, 'validation_failed']);
});

it('names each entry of a list that is neither an address nor a block', async () => {
  const { ada } = await team.project();
  const { status, body } = await team
    .as(ada)
    .patchProject({ ipFilter: ['203.0.113.7', 'x'], ipFilterDeny: ['10.0.0.0/99'] });
  expect([status, body.errors?.map(({ param }) => param)]).toEqual([422, ['ipFilter[1]', 'ipFilterDeny[0]']]);
});

it('refuses a list of addresses that locks out its author, in force or switched on later', async () => {
  const { projectId, ada } = await team.project();
  const at = { headers: { 'parley-client-address': '203.0.113.7' } };
  const change = async (body: object) => {
    const { status, body: answer } = await team.as(ada).patchProject({ ...body }, at);
    return status === 200 ? 200 : answer.code;
  };

  expect(await change({ ipFilterEnabled: true, ipFilter: ['198.51.100.0/24'] })).toBe('would_lock_you_out');
  expect(await change({ ipFilterDenyEnabled: true, ipFilterDeny: ['::ffff:203.0.113.0/120'] })).toBe(
    'would_lock_you_out',
  );
  expect(await change({ ipFilter: ['198.51.100.0/24'] })).toBe(200);
  expect(await change({ ipFilterEnabled: true })).toBe('would_lock_you_out');
  expect(await change({ ipFilterEnabled: true, ipFilter: ['203.0.113.0/24'] })).toBe(200);

  const { ipFilterEnabled, ipFilter, __v } = (await team.as(ada).getProject()).body;
  expect([ipFilterEnabled, ipFilter, __v]).toEqual([true, ['203.0.113.0/24'], 2]);
  expect(await team.identity.getProjectAccess({ idProject: projectId })).toMatchObject({
    ...{ allowedAddresses: ['203.0.113.0/24'], deniedAddresses: [] },
  });
});

it('lets an owner who is locked out already change the project', async () => {
  const { projectId, ada } = await team.project();
  await team.db.query(
    `UPDATE projects SET ip_filter_enabled = true, ip_filter = '{198.51.100.1}' WHERE id_project = $1`,
    [projectId],
  );

  for (const body of [{ name: 'Acme' }, { ipFilter: ['198.51.100.2'] }, { ipFilterEnabled: false }]) {
    const { status } = await team.as(ada).patchProject(body, { headers: { 'parley-client-address': '203.0.113.7' } });
    expect([body, status]).toEqual([body, 200]);
  }
});

it('sets attributes one by one under concurrent changes, and null removes one', async () => {
  const { projectId, ada } = await team.project();
  await team.as(ada).patchProjectAttributes({ plan: 'gold', nested: { a: 1, b: 2 } });

  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, n) => team.as(ada).patchProjectAttributes({ [`key_${n}`]: n })),
  );
  const { body } = await team.as(ada).patchProjectAttributes({ plan: null, nested: { b: 3 }, absent: null });

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const keys = Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`key_${n}`, n]));
  expect(body.attributes).toEqual({ ...keys, nested: { b: 3 } });
  const events = await team.outbox(projectUpdated, projectId);
  expect(events.map(({ data }) => data.changes)).toEqual(Array(12).fill(['attributes']));
  expect((await team.as(ada).patchProjectAttributes({ absent: null })).body.__v).toBe(12);
});

it('accepts an attribute of any name, also of a path parameter', async () => {
  const { projectId, ada } = await team.project();
  const url = `/v3/projects/${projectId}/attributes`;

  const { body } = await team.send(ada, { method: 'patch', url, body: { id_project: 'mine' } });

  expect(body).toMatchObject({ attributes: { id_project: 'mine' } });
});

it('holds two hundred attributes, and 64 kB of them', async () => {
  const { ada } = await team.project();
  const many = Object.fromEntries(Array.from({ length: 200 }, (_, n) => [`key_${n}`, n]));

  expect((await team.as(ada).patchProjectAttributes(many)).status).toBe(200);
  for (const body of [{ more: 1 }, { key_0: 'x'.repeat(65_500) }, { key_0: 'x'.repeat(66_000) }]) {
    expect((await team.as(ada).patchProjectAttributes(body)).body.code).toBe('validation_failed');
  }
  expect((await team.as(ada).patchProjectAttributes({}, { body: [1] })).status).toBe(422);
  expect((await team.as(ada).patchProjectAttributes({ more: 1, key_0: null })).status).toBe(200);
});
