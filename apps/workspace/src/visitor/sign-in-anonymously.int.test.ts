import { randomUUID } from 'node:crypto';

import { teammateJoined, userSignedIn } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { claimsOf, type SharedTeam, sharedTeam, startTeamHarness } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('signs a stranger in as a guest of the project', async () => {
  const { projectId } = await team.project();

  const { status, body } = await team.open.signInAnonymously({
    ...{ id_project: projectId, firstname: 'Vera', lastname: 'Rubin', email: 'Vera@X.io', attributes: { page: '/' } },
  });

  expect(status).toBe(200);
  const { _id } = body.user;
  expect(body.user).toEqual({
    ...{ _id, id: _id, firstname: 'Vera', lastname: 'Rubin', email: 'vera@x.io', fullName: 'Vera Rubin' },
    attributes: { page: '/' },
  });
  expect(claimsOf(body.token)).toEqual({
    ...{
      iss: 'https://parley.example',
      aud: `https://parley.example/projects/${projectId}`,
      sub: 'guest',
      _id,
      id: _id,
    },
    ...{ id_project: projectId, firstname: 'Vera', lastname: 'Rubin', email: 'vera@x.io', fullName: 'Vera Rubin' },
    ...{ jti: expect.any(String), iat: expect.any(Number), exp: Math.floor(Date.parse(body.expiresAt) / 1000) },
  });

  const joined = (await team.outbox(teammateJoined, projectId)).filter(({ data }) => data.teammate.uuid_user === _id);
  expect(
    joined.map(({ data, actor }) => [data.origin, data.teammate.role, data.teammate.user_available, actor]),
  ).toEqual([['anonymous', 'guest', false, `user:${_id}`]]);
  const signedIn = (await team.outbox(userSignedIn)).filter(({ data }) => data.id_user === _id);
  expect(signedIn.map(({ data }) => [data.via, data.jti])).toEqual([['anonymous', claimsOf(body.token).jti]]);
});

it('names a guest who gives no name', async () => {
  const { projectId } = await team.project();

  const { user } = await team.guest(projectId, { firstname: '', lastname: null });

  expect(user).toEqual({
    ...{ _id: user.id, id: expect.any(String), firstname: expect.stringMatching(/^guest#[0-9a-f]{4}$/) },
    ...{ fullName: user.firstname, attributes: {} },
  });
});

describe('with an Idempotency-Key', () => {
  const arrive = (id_project: string, key: string, facts: object = {}) =>
    team.open.signInAnonymously({ id_project, firstname: 'Vera', ...facts }, { headers: { 'idempotency-key': key } });
  const guestsOf = (projectId: string) =>
    team.db.query<{ uuid_user: string }>(
      `SELECT uuid_user FROM teammates WHERE id_project = $1 AND uuid_user IS NOT NULL`,
      [projectId],
    );

  it('makes one guest with one token, however often and at once it is repeated, and stores no token readably', async () => {
    const { projectId } = await team.project();
    const key = randomUUID();
    const first = await arrive(projectId, key);

    const repeats = await Promise.all(Array.from({ length: 10 }, () => arrive(projectId, key)));

    expect(repeats.map(({ status, body }) => [status, body])).toEqual(repeats.map(() => [200, first.body]));
    expect(repeats.map(({ headers }) => headers['idempotency-replayed'])).toEqual(repeats.map(() => 'true'));
    const { _id } = first.body.user;
    expect(await guestsOf(projectId)).toEqual([{ uuid_user: _id }]);
    expect(_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(await team.isLive(first.body.token)).toBe(true);
    const stored = await team.db.query<{ answer: string }>('SELECT answer FROM idempotency WHERE key = $1', [key]);
    expect(stored).toEqual([{ answer: expect.stringMatching(/^v1\./) }]);
  });

  it('makes one guest of twenty that arrive at once', async () => {
    const { projectId } = await team.project();
    const key = randomUUID();

    const answers = await Promise.all(Array.from({ length: 20 }, () => arrive(projectId, key)));

    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ body }) => body.code !== 'idempotency_in_progress')).toEqual([]);
    expect((await arrive(projectId, key)).status).toBe(200);
    expect(await guestsOf(projectId)).toHaveLength(1);
  });

  it('refuses the key for another name or project, and when its answer is forgotten', async () => {
    const [{ projectId }, other] = [await team.project(), await team.project()];
    const key = randomUUID();
    expect((await arrive(projectId, key)).status).toBe(200);

    const refused = [await arrive(projectId, key, { firstname: 'Mallory' }), await arrive(other.projectId, key)];
    await team.db.query(`UPDATE idempotency SET expires_at = now() - interval '1 second' WHERE key = $1`, [key]);
    refused.push(await arrive(projectId, key));

    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
      refused.map(() => [422, 'idempotency_key_reused']),
    );
    expect([await guestsOf(projectId), await guestsOf(other.projectId)].map(({ length }) => length)).toEqual([1, 0]);
  });

  it('makes a guest of each who sends one that can be guessed', async () => {
    const { projectId } = await team.project();
    for (const key of ['1', 'x'.repeat(31)]) {
      const [one, two] = [await arrive(projectId, key), await arrive(projectId, key)];
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(one.body.user._id).not.toBe(two.body.user._id);
    }
    expect(await guestsOf(projectId)).toHaveLength(4);
  });
});

it('gives a guest only the role guest, whatever address they claim', async () => {
  const { projectId, ada } = await team.project();

  const vera = await team.guest(projectId, { email: ada.email });

  const { membership } = await team.identity.getMembership({ idProject: projectId, kind: 'guest', id: vera.actor.id });
  expect(membership?.role).toBe('guest');
  expect((await team.identity.getMembership({ idProject: projectId, kind: 'user', id: vera.actor.id })).found).toBe(
    false,
  );
  expect((await team.as(vera.actor).getProject()).body.code).toBe('role_too_low');
});

it.each(['Owner', 'superadmin', '', null])(
  'returns a stored role of %j as it is, which grants nothing',
  async (role) => {
    const { projectId } = await team.project();
    const vera = await team.guest(projectId);
    await team.db.query('UPDATE teammates SET role = $1 WHERE uuid_user = $2', [role, vera.actor.id]);

    const { membership } = await team.identity.getMembership({
      idProject: projectId,
      kind: 'guest',
      id: vera.actor.id,
    });
    expect(membership?.role).toBe(role ?? '');
    // A guest whose membership is no longer a guest's has no live token either.
    expect(await team.isLive(vera.token)).toBe(false);
  },
);

it('answers 404 for a project that is unknown, malformed or deleted', async () => {
  const { projectId } = await team.project();
  await team.db.query('UPDATE projects SET status = 0 WHERE id_project = $1', [projectId]);

  for (const id_project of [newId(), 'x', '', `${projectId}0`, projectId]) {
    const { status, body } = await team.open.signInAnonymously({ id_project });
    expect([id_project, status, body.code]).toEqual([id_project, 404, 'project_not_found']);
  }
});

it.each([
  ['no project', {}],
  ['a long name', { id_project: 'x', firstname: 'x'.repeat(65) }],
  ['no e-mail address', { id_project: 'x', email: 'vera' }],
  ['attributes over 16 kB', { id_project: 'x', attributes: { a: 'x'.repeat(17_000) } }],
])('refuses %s', async (_, body) => {
  expect((await team.open.signInAnonymously(body)).status).toBe(422);
});

it('refuses addresses that the project does not allow', async () => {
  const { projectId } = await team.project();
  await team.db.query(
    `UPDATE projects SET ip_filter_deny_enabled = true, ip_filter_deny = '{203.0.113.0/24}' WHERE id_project = $1`,
    [projectId],
  );
  const from = (address: string) =>
    team.open.signInAnonymously({ id_project: projectId }, { headers: { 'parley-client-address': address } });

  expect((await from('::ffff:203.0.113.7')).body.code).toBe('ip_not_allowed');
  expect((await from('198.51.100.1')).status).toBe(200);

  await team.db.query(
    `INSERT INTO project_bans (id_project, id, ip, created_by, created_at) VALUES ($1, $2, '198.51.100.1', 'x', now())`,
    [projectId, newId()],
  );
  expect((await from('198.51.100.1')).body.code).toBe('banned');
});

it('limits sign-ins per address and project, and names the limit', async () => {
  const strict = await startTeamHarness({ AUTH_LIMIT_FACTOR: '1' });
  const [one, two] = [await strict.project(), await strict.project()];
  const arrive = (id_project: string) => strict.open.signInAnonymously({ id_project });

  const answers = await Promise.all(Array.from({ length: 35 }, () => arrive(one.projectId)));

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toMatchObject({ code: 'rate_limited', limit: 'anonymous_sign_in' });
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
  expect((await arrive(two.projectId)).status).toBe(200);
  await strict.stop();
});
