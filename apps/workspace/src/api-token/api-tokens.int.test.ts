import {
  type Actor,
  apiTokenCreated,
  apiTokenRevoked,
  apiTokenRotated,
  apiTokenUsedElsewhere,
} from '@parley/contracts';
import { apiTokenHashOf } from '@parley/identity';

import { type SharedTeam, sharedTeam } from '../../test/team-harness.ts';
import { cleanTokens } from '../token/clean-tokens.ts';

const address = '203.0.113.7';
const wanted = { name: 'Nightly export', role: 'agent', expires_in: 3_600 } as const;

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** What the gateway learns of a token. */
const check = (token: string, clientAddress = address) =>
  team.identity.checkApiToken({ secretHash: apiTokenHashOf(token) ?? Buffer.alloc(0), clientAddress });

async function newToken(maker: Actor, facts: object = {}) {
  const { status, body } = await team.as(maker).createApiToken({ ...wanted, ...facts });
  if (status !== 200) throw new Error(`createApiToken answered ${status} ${body.code}`);
  return body;
}

/** As if that much time had passed for a token. */
async function age(id: string, interval: string): Promise<void> {
  await team.db.query(`UPDATE api_tokens SET expires_at = expires_at - $2::interval WHERE id = $1`, [id, interval]);
  await team.db.query(`UPDATE api_token_secrets SET expires_at = expires_at - $2::interval WHERE id_token = $1`, [
    id,
    interval,
  ]);
}

it('is shown with its secret once, which is stored as a hash alone, and announced without it', async () => {
  const { projectId, ada } = await team.project();
  const { token, ...shown } = await newToken(ada, { name: '  Nightly export ', allowed_ips: ['203.0.113.0/24'] });

  expect(shown).toEqual({
    ...{ _id: shown._id, id: shown._id, id_project: projectId, createdBy: ada.id, __v: 0 },
    ...{ createdAt: expect.any(String), updatedAt: shown.createdAt },
    ...{ name: 'Nightly export', id_user: ada.id, role: 'agent', allowed_ips: ['203.0.113.0/24'] },
    expires_at: new Date(Date.parse(shown.createdAt) + 3_600_000).toISOString(),
  });
  expect((await team.as(ada).listApiTokens()).body).toEqual([shown]);
  expect((await team.outbox(apiTokenCreated, projectId)).map(({ data }) => data)).toEqual([{ api_token: shown }]);
  const stored = await team.db.query<{ row: string }>(
    `SELECT row_to_json(t)::text AS row FROM api_tokens t WHERE id_project = $1
     UNION ALL SELECT row_to_json(s)::text FROM api_token_secrets s WHERE id_project = $1
     UNION ALL SELECT row_to_json(o)::text FROM outbox o WHERE id_project = $1`,
    [projectId],
  );
  expect(stored.length).toBeGreaterThan(2);
  expect(stored.filter(({ row }) => row.includes(token) || row.includes(token.slice(4, 37)))).toEqual([]);
});

it('acts for the person who made it, under its own name', async () => {
  const { projectId, ada } = await team.project();
  const { _id, token, expires_at } = await newToken(ada);
  expect(await check(token)).toEqual({
    live: true,
    reason: '',
    token: {
      ...{ id: _id, idProject: projectId, idUser: ada.id, name: 'Nightly export', role: 'agent' },
      ...{ rights: [], allowedAddresses: [], expiresAtMs: Date.parse(expires_at) },
    },
  });
});

it('has at most the role of the person who makes it', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');
  const refused = await team.as(grace).createApiToken({ ...wanted, role: 'owner' });
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'role_too_low', requiredRole: 'owner' }]);
  expect((await newToken(grace, { role: 'admin' })).role).toBe('admin');
  expect((await newToken(ada, { role: 'owner' })).role).toBe('owner');
});

it('is made by admins in person: not by agents, and not by a token', async () => {
  const { ada } = await team.project();
  const linus = await team.join(ada, 'Linus');
  const asAgent = await team.as(linus).createApiToken(wanted);
  expect([asAgent.status, asAgent.body.code]).toEqual([403, 'role_too_low']);
  const asToken = await team.as({ ...ada, kind: 'token', jti: 'a-token' }).createApiToken(wanted);
  expect([asToken.status, asToken.body]).toMatchObject([403, { code: 'users_only' }]);
});

it('changes the availability of its maker by the right to change teammates alone', async () => {
  const { ada } = await team.project();
  const { teammateId: project_user_id } = ada;
  const token: Actor = { ...ada, kind: 'token', jti: 'a-token', rights: ['requests.read'] };
  const change = { user_available: false };
  const own = await team.as(token).updateOwnTeammate(change);
  const byId = await team.as(token).updateTeammate({ project_user_id, ...change });
  expect([own.status, own.body]).toMatchObject([403, { code: 'users_only' }]);
  expect([byId.status, byId.body]).toMatchObject([403, { code: 'right_missing', right: 'teammates.write' }]);
  expect((await team.as(ada).getTeammate({ project_user_id })).body.user_available).toBe(true);

  const allowed = await team
    .as({ ...token, rights: ['teammates.write'] })
    .updateTeammate({ project_user_id, ...change });
  expect([allowed.status, allowed.body]).toMatchObject([200, change]);
});

it.each([
  [{ expires_in: 366 * 86_400 + 1 }, 'expires_in'],
  [{ expires_in: 59 }, 'expires_in'],
  [{ role: 'guest' }, 'role'],
  [{ name: '   ' }, 'name'],
  [{ allowed_ips: ['203.0.113.7', 'example.com'] }, 'allowed_ips[1]'],
  [{ allowed_ips: ['203.0.113.0/33'] }, 'allowed_ips[0]'],
])('is refused as %j', async (facts, param) => {
  const { ada } = await team.project();
  const { status, body } = await team.as(ada).createApiToken({ ...wanted, ...(facts as object) });
  expect([status, body]).toMatchObject([422, { code: 'validation_failed', errors: [{ param }] }]);
  expect((await team.as(ada).listApiTokens()).body).toEqual([]);
});

it('notes its use once a minute, and none from a foreign address', async () => {
  const { ada } = await team.project();
  const { _id, token } = await newToken(ada, { allowed_ips: ['203.0.113.0/24'] });
  const shown = async () => (await team.as(ada).listApiTokens()).body[0];

  await check(token, '198.51.100.1');
  expect(await shown()).not.toHaveProperty('last_used_at');

  await check(token, '203.0.113.7');
  const used = await shown();
  expect(used).toMatchObject({ last_used_ip: '203.0.113.7', last_used_at: expect.any(String), __v: 0 });
  await check(token, '203.0.113.8');
  expect(await shown()).toEqual(used);

  await team.db.query(`UPDATE api_tokens SET last_used_at = now() - interval '61 seconds' WHERE id = $1`, [_id]);
  await check(token, '203.0.113.8');
  expect(await shown()).toMatchObject({ last_used_ip: '203.0.113.8' });
});

it('announces each address after the first from which it is used, once, under its own name and without the address', async () => {
  const { projectId, ada } = await team.project();
  const { _id, token } = await newToken(ada, { allowed_ips: ['203.0.113.0/24', '2001:db8::/32'] });
  const announced = async () =>
    (await team.outbox(apiTokenUsedElsewhere, projectId)).map(({ actor, data }) => ({ actor, data }));

  await check(token, '203.0.113.7');
  expect(await announced()).toEqual([]);
  await check(token, '198.51.100.1');
  await Promise.all(Array.from({ length: 10 }, () => check(token, '203.0.113.8')));
  await check(token, '2001:db8:1:2::1');
  await check(token, '2001:db8:1:2::2');
  await check(token, '203.0.113.7');

  const events = await announced();
  expect(events.map(({ actor }) => actor)).toEqual([`token:${_id}`, `token:${_id}`]);
  expect(JSON.stringify(events.map(({ data: { api_token } }) => ({ ...api_token, allowed_ips: [] })))).not.toMatch(
    /203\.0|2001:db8/,
  );
});

it('remembers the fifty newest addresses', async () => {
  const { projectId, ada } = await team.project();
  const { _id, token } = await newToken(ada);
  for (let last = 1; last <= 52; last += 1) await check(token, `203.0.113.${last}`);
  const [row] = await team.db.query<{ used_from: string[] }>('SELECT used_from FROM api_tokens WHERE id = $1', [_id]);
  expect([row?.used_from.length, row?.used_from[0], row?.used_from.at(-1)]).toEqual([
    50,
    '203.0.113.3',
    '203.0.113.52',
  ]);
  expect(await team.outbox(apiTokenUsedElsewhere, projectId)).toHaveLength(51);
});

it('works with the old secret for a day after its rotation, and with the new one until its end', async () => {
  const { projectId, ada } = await team.project();
  const made = await newToken(ada, { expires_in: 3 * 86_400 });
  const { status, body: rotated } = await team.as(ada).rotateApiToken({ api_token_id: made._id });

  expect([status, rotated]).toMatchObject([200, { _id: made._id, __v: 1, rotated_at: rotated.updatedAt }]);
  expect(rotated.expires_at).toBe(made.expires_at);
  expect(rotated.token).not.toBe(made.token);
  expect([(await check(made.token)).live, (await check(rotated.token)).live]).toEqual([true, true]);
  expect((await check(made.token)).token?.expiresAtMs).toBe(Date.parse(rotated.updatedAt) + 86_400_000);
  const events = await team.outbox(apiTokenRotated, projectId);
  expect(events.map(({ aggregateversion }) => aggregateversion)).toEqual([1]);
  expect(JSON.stringify(events)).not.toContain(rotated.token);

  await age(made._id, '1 day');
  expect([await check(made.token), (await check(rotated.token)).live]).toMatchObject([{ reason: 'expired' }, true]);
});

it('never refuses a caller who has either secret while it is rotated, nor ten rotations at once', async () => {
  const { ada } = await team.project();
  const made = await newToken(ada);
  const tokens = [made.token];

  const rotations = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const { status, body } = await team.as(ada).rotateApiToken({ api_token_id: made._id });
      if (status === 200) tokens.push(body.token);
      return [status, body.code];
    }),
  );

  // The tenth would be the eleventh secret that works.
  expect(rotations.filter(([status]) => status === 200)).toHaveLength(9);
  expect(rotations.filter(([status]) => status !== 200)).toEqual([[422, 'limit_reached']]);
  const states = await Promise.all(tokens.map((token) => check(token)));
  expect(states.map(({ live }) => live)).toEqual(Array(10).fill(true));
});

it('can be given more time by a rotation, and neither after its end nor after it was revoked', async () => {
  const { ada } = await team.project();
  const made = await newToken(ada);
  const rotate = (id: string) => team.as(ada).rotateApiToken({ api_token_id: id, expires_in: 86_400 });
  const { body } = await rotate(made._id);
  expect(Date.parse(body.expires_at) - Date.parse(body.updatedAt)).toBe(86_400_000);

  await age(made._id, '2 days');
  expect((await check(body.token)).reason).toBe('expired');
  expect((await rotate(made._id)).body.code).toBe('token_ended');
  const other = await newToken(ada);
  await team.as(ada).revokeApiToken({ api_token_id: other._id });
  expect((await rotate(other._id)).body.code).toBe('token_ended');
});

it('ends when it is revoked, all its secrets, and again without another event', async () => {
  const { projectId, ada } = await team.project();
  const made = await newToken(ada);
  const { body: rotated } = await team.as(ada).rotateApiToken({ api_token_id: made._id });

  const first = await team.as(ada).revokeApiToken({ api_token_id: made._id });
  const again = await team.as(ada).revokeApiToken({ api_token_id: made._id });

  expect([first.status, first.body]).toMatchObject([200, { revoked_at: first.body.updatedAt, __v: 2 }]);
  expect(again.body).toEqual(first.body);
  expect([await check(made.token), await check(rotated.token)]).toMatchObject([
    { live: false, reason: 'revoked' },
    { live: false, reason: 'revoked' },
  ]);
  expect(await team.outbox(apiTokenRevoked, projectId)).toHaveLength(1);
});

it('ends for good with the membership of the person who made it', async () => {
  const { projectId, ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');
  const [of, other] = [await newToken(grace), await newToken(ada)];

  await team.as(ada).removeTeammate({ project_user_id: grace.teammateId ?? '' });

  expect([await check(of.token), (await check(other.token)).live]).toMatchObject([{ reason: 'revoked' }, true]);
  const events = await team.outbox(apiTokenRevoked, projectId);
  expect(events.map(({ data }) => data.api_token._id)).toEqual([of._id]);
  const back = await team.as(ada).inviteTeammate({ email: grace.email ?? '', role: 'admin' });
  expect(back.status).toBe(200);
  expect((await check(of.token)).live).toBe(false);
});

it('is refused while the person who made it is disabled', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');
  const { token } = await newToken(grace);
  const become = (status: 'active' | 'disabled') =>
    team.as(ada).updateTeammate({ project_user_id: grace.teammateId ?? '', status });

  await become('disabled');
  expect(await check(token)).toMatchObject({ live: false, reason: 'principal' });
  await become('active');
  expect((await check(token)).live).toBe(true);
});

it('is made before a removal, which revokes it, or not at all', async () => {
  const { ada } = await team.project();
  const grace = await team.join(ada, 'Grace', 'admin');

  const [made] = await Promise.all([
    Promise.all(Array.from({ length: 5 }, () => team.as(grace).createApiToken(wanted))),
    team.as(ada).removeTeammate({ project_user_id: grace.teammateId ?? '' }),
  ]);

  const { body: all } = await team.as(ada).listApiTokens();
  expect(all.filter(({ revoked_at }) => revoked_at === undefined)).toEqual([]);
  expect(all).toHaveLength(made.filter(({ status }) => status === 200).length);
});

it('ends with its project', async () => {
  const { projectId, ada } = await team.project();
  const { token } = await newToken(ada);
  await team.as(ada).deleteProject({ id_project: projectId });
  expect(await check(token)).toMatchObject({ live: false, reason: 'project' });
});

it('has a hundred living ones in a project at most, however many are made at once', async () => {
  const { projectId, ada } = await team.project();
  await newToken(ada);
  await team.db.query(
    `INSERT INTO api_tokens (id_project, id, id_user, name, role, expires_at, created_by, created_at, updated_at)
     SELECT id_project, lpad(n::text, 24, '0'), id_user, name, role, expires_at, created_by, created_at, updated_at
     FROM api_tokens, generate_series(1, 96) n WHERE id_project = $1`,
    [projectId],
  );
  const answers = await Promise.all(Array.from({ length: 6 }, () => team.as(ada).createApiToken(wanted)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422, 422]);

  await team.db.query(`UPDATE api_tokens SET expires_at = now() WHERE id_project = $1 AND id < '1'`, [projectId]);
  expect((await team.as(ada).createApiToken(wanted)).status).toBe(200);
});

it('is of its project alone', async () => {
  const [{ ada }, { ada: stranger }] = [await team.project(), await team.project()];
  const { _id, token } = await newToken(ada);
  const calls = [
    await team.as(stranger).rotateApiToken({ api_token_id: _id }),
    await team.as(stranger).revokeApiToken({ api_token_id: _id }),
  ];
  expect(calls.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([404, 'token_not_found']));
  expect((await team.as(stranger).listApiTokens()).body).toEqual([]);
  expect((await check(token)).live).toBe(true);
});

it('is forgotten thirty days after its end', async () => {
  const { ada } = await team.project();
  const [expired, revoked, living] = [await newToken(ada), await newToken(ada), await newToken(ada)];
  await age(expired._id, '31 days');
  await team.as(ada).revokeApiToken({ api_token_id: revoked._id });
  await team.db.query(`UPDATE api_tokens SET revoked_at = now() - interval '31 days' WHERE id = $1`, [revoked._id]);

  await cleanTokens(team.context);

  expect((await team.as(ada).listApiTokens()).body.map(({ _id }) => _id)).toEqual([living._id]);
});
