import { teammateJoined, teammateUpdated, tokenRevoked, userSignedIn } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { anonymous } from '@parley/testkit';

import { claimsOf, customToken, type SharedTeam, sharedTeam } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

/** A project with a secret, and a function that signs with it. */
async function shop() {
  const { projectId, ada } = await team.project();
  const secret = await team.secretOf(ada);
  const sign = (claims: Record<string, unknown>) => customToken(secret, projectId, claims);
  return {
    projectId,
    ada,
    secret,
    sign,
    enter: async (claims: Record<string, unknown>) => team.exchange(await sign(claims)),
  };
}

it('gives a visitor with a customer’s token a token and a membership, and returns their claims', async () => {
  const { projectId, enter } = await shop();

  const { status, body } = await enter({
    ...{ _id: 'customer-1', firstname: 'Victor', lastname: 'Hess', email: 'victor@shop.io', plan: 'gold' },
  });

  expect(status).toBe(200);
  expect(body.user).toMatchObject({
    ...{
      _id: 'customer-1',
      id: 'customer-1',
      firstname: 'Victor',
      fullName: 'Victor Hess',
      role: 'user',
      plan: 'gold',
    },
  });
  const claims = claimsOf(body.token);
  expect(claims).toMatchObject({
    ...{ sub: 'userexternal', aud: `https://parley.example/projects/${projectId}`, id_project: projectId },
    ...{ _id: 'customer-1', email: 'victor@shop.io' },
  });
  expect(claims).not.toHaveProperty('plan');
  expect(await team.isLive(body.token)).toBe(true);

  const membership = await team.identity.getMembership({ idProject: projectId, kind: 'external', id: 'customer-1' });
  expect(membership.membership).toMatchObject({ role: 'user', status: 'active', fullName: 'Victor Hess' });
  const [joined] = (await team.outbox(teammateJoined, projectId)).slice(1);
  expect(joined?.data).toMatchObject({
    origin: 'custom_token',
    teammate: {
      uuid_user: 'customer-1',
      role: 'user',
      roleType: 2,
      isAuthenticated: true,
      attributes: { plan: 'gold' },
    },
  });
  const signedIn = (await team.outbox(userSignedIn)).filter(({ data }) => data.jti === claims.jti);
  expect(signedIn.map(({ data, idproject }) => [data.id_user, data.via, idproject])).toEqual([
    ['customer-1', 'custom_token', '0'.repeat(24)],
  ]);
});

it.each([
  ['tiledesk', (id: string) => `https://tiledesk.com/projects/${id}`],
  ['ours', (id: string) => `https://parley.example/projects/${id}`],
  ['short', (id: string) => `parley:projects:${id}`],
])('accepts the %s audience', async (_, audience) => {
  const { projectId, enter } = await shop();

  expect((await enter({ _id: 'x', aud: audience(projectId) })).status).toBe(200);
});

it('accepts the secret of a project for that project’s visitors only', async () => {
  const { projectId, ada, secret, enter } = await shop();
  const other = await shop();

  const longAgo = Math.floor(Date.now() / 1000) - 120;
  const attempts = [
    await enter({ sub: 'user', _id: ada.id }),
    await enter({ sub: 'bot', _id: newId() }),
    await enter({ sub: 'superadmin', _id: 'x' }),
    await enter({ _id: ada.id }),
    await enter({ _id: other.ada.id }),
    await enter({ _id: `bot_${newId()}` }),
    await enter({ _id: 'system' }),
    await enter({ _id: 'support-group-x' }),
    await enter({ _id: 'with blank' }),
    await enter({ _id: 'x'.repeat(129) }),
    await enter({}),
    await team.exchange(await customToken(secret, other.projectId, { _id: 'x' })),
    await team.exchange(await customToken(secret, newId(), { _id: 'x' })),
    await enter({ _id: 'x', iat: undefined, exp: undefined }),
    await team.exchange(await customToken('x'.repeat(43), projectId, { _id: 'x', exp: longAgo })),
    await enter({ sub: 'user', _id: ada.id, exp: longAgo }),
    await enter({ _id: 'x', exp: Math.floor(Date.now() / 1000) + 366 * 86_400 }),
  ];

  expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(attempts.map(() => [401, 'unauthorized']));
  const { body } = await team.as(ada).listTeammates({ role: 'guest,user' });
  expect(body).toEqual([]);
  expect(await team.identity.checkExternal({ idProject: projectId, externalId: ada.id })).toMatchObject({
    refused: true,
  });
  expect(await team.identity.checkExternal({ idProject: projectId, externalId: 'x' })).toMatchObject({
    refused: false,
  });
});

it('says of a token under the project’s secret that it has expired', async () => {
  const { enter } = await shop();
  const now = Math.floor(Date.now() / 1000);
  for (const times of [
    { exp: now - 120, iat: now - 600 },
    { exp: undefined, iat: now - 86_400 - 120 },
  ])
    expect(await enter({ _id: 'x', ...times })).toMatchObject({ status: 401, body: { code: 'token_expired' } });
});

it('reads neither role nor e-mail as authority', async () => {
  const { projectId, ada, enter } = await shop();
  const before = await team.as(ada).getOwnTeammate();

  const { status, body } = await enter({ _id: 'mallory', role: 'owner', email: ada.email });

  expect([status, body.user.role]).toEqual([200, 'user']);
  expect(claimsOf(body.token).sub).toBe('userexternal');
  const { membership } = await team.identity.getMembership({ idProject: projectId, kind: 'external', id: 'mallory' });
  expect(membership?.role).toBe('user');
  expect((await team.as(ada).getOwnTeammate()).body).toEqual(before.body);
  const { body: tokens } = await team.as(ada).listTokens();
  expect(tokens).toEqual([]);
});

it.each([
  ['sub', { sub: 'guest' }],
  ['role', { role: 'guest' }],
])('makes a visitor a guest when their %s says so', async (_, claims) => {
  const { body } = await (await shop()).enter({ _id: 'g', ...claims });

  expect([body.user.role, claimsOf(body.token).sub]).toEqual(['guest', 'guest']);
});

it('accepts an integer as id, as its decimal text', async () => {
  const { body } = await (await shop()).enter({ _id: 4711 });

  expect(body.user).toMatchObject({ _id: '4711', id: '4711' });
});

it('never lets a token outlive the customer’s one, with or without an expiry', async () => {
  const { enter } = await shop();
  const now = Math.floor(Date.now() / 1000);

  const short = await enter({ _id: 'x', exp: now + 600 });
  const endless = await enter({ _id: 'x', exp: undefined, iat: now - 3600 });
  const long = await enter({ _id: 'x', exp: now + 300 * 86_400 });

  expect(claimsOf(short.body.token).exp).toBe(now + 600);
  expect(claimsOf(endless.body.token).exp).toBe(now - 3600 + 86_400);
  expect(Number(claimsOf(long.body.token).exp)).toBeLessThanOrEqual(now + 30 * 86_400 + 60);
});

it('lists every claim that is too long', async () => {
  const { status, body } = await (await shop()).enter({
    ...{ _id: 'x', firstname: 'x'.repeat(65), lastname: 'x'.repeat(65), email: 'x'.repeat(255) },
  });

  expect([status, body.code]).toEqual([422, 'validation_failed']);
  expect(body.errors?.map(({ param }) => param)).toEqual(['firstname', 'lastname', 'email']);
});

it('creates one membership for one id under concurrent sign-ins', async () => {
  const { projectId, ada, sign } = await shop();
  const token = await sign({ _id: 'crowd', firstname: 'Crowd' });

  const answers = await Promise.all(Array.from({ length: 20 }, () => team.exchange(token)));

  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  const { body } = await team.as(ada).listTeammates({ role: 'user' });
  expect(body.map(({ uuid_user }) => uuid_user)).toEqual(['crowd']);
  const joined = (await team.outbox(teammateJoined, projectId)).filter(({ data }) => data.teammate.uuid_user);
  expect(joined).toHaveLength(1);
});

it('raises a guest to a user and revokes the guest’s tokens', async () => {
  const { projectId, enter } = await shop();
  const vera = await team.guest(projectId, { firstname: 'Vera' });

  const { status, body } = await enter({ _id: vera.actor.id, firstname: 'Vera', email: 'vera@x.io' });

  expect([status, body.user.role]).toEqual([200, 'user']);
  expect(await team.isLive(vera.token)).toBe(false);
  expect(await team.isLive(body.token)).toBe(true);
  const [updated] = await team.outbox(teammateUpdated, projectId);
  expect(updated?.data).toMatchObject({ changes: expect.arrayContaining(['role']), previous: { role: 'guest' } });
  const revoked = (await team.outbox(tokenRevoked, projectId)).filter(({ data }) => data.jti === vera.jti);
  expect(revoked).toHaveLength(1);

  const again = await enter({ _id: vera.actor.id, role: 'guest' });
  expect(again.body.user.role).toBe('user');
  expect((await team.exchange(vera.token)).status).toBe(401);
});

it('exchanges a stored token for its user or visitor, and creates nothing', async () => {
  const { projectId, enter } = await shop();
  const ada = await team.person('Ada');
  const { token } = await team.context.tokens.issue({
    ...{ kind: 'user', principalId: ada.id, method: 'password', claims: {} },
  });
  const vera = await team.guest(projectId, { firstname: 'Vera', attributes: { a: 1 } });
  const victor = await enter({ _id: 'v', firstname: 'Victor' });

  const asUser = await team.exchange(token);
  expect(asUser.body).toMatchObject({ token: `JWT ${token}`, user: { _id: ada.id, email: ada.email, status: 100 } });
  expect(asUser.body.user).not.toHaveProperty('passwordHash');
  const asGuest = await team.exchange(vera.token);
  expect(asGuest.body).toMatchObject({
    ...{ token: vera.token, user: { _id: vera.actor.id, firstname: 'Vera', role: 'guest', attributes: { a: 1 } } },
  });
  expect((await team.exchange(victor.body.token)).body.user).toMatchObject({ _id: 'v', role: 'user' });
  expect((await team.as(vera.actor).listTokens()).body).toHaveLength(1);
});

it('refuses a visitor whose membership is disabled or removed', async () => {
  const { ada, sign } = await shop();
  const token = await sign({ _id: 'v' });
  await team.exchange(token);
  const { body: found } = await team.as(ada).getTeammateByUser({ user_id: 'v' });
  const id = found[0]?._id;

  await team.as(ada).updateTeammate({ project_user_id: id, status: 'disabled' });
  expect(await team.exchange(token)).toMatchObject({ status: 403, body: { code: 'not_a_member' } });

  await team.as(ada).updateTeammate({ project_user_id: id, status: 'active' });
  expect((await team.exchange(token)).status).toBe(200);
  await team.as(ada).removeTeammate({ project_user_id: id });
  expect(await team.exchange(token)).toMatchObject({ status: 403, body: { code: 'not_a_member' } });
});

it.each([
  ['no header', undefined, 401],
  ['another scheme', 'Digest x', 401],
  ['Basic', `Basic ${Buffer.from('ada@x.io:password').toString('base64')}`, 401],
  ['no JWT', 'JWT x', 401],
  ['one word', 'JWT', 400],
  ['three words', 'JWT a b', 400],
])('answers %s without revealing which part was wrong', async (_, authorization, status) => {
  const answer = await team
    .as(anonymous)
    .signInWithCustomToken({}, { headers: authorization ? { authorization } : {} });

  expect(answer.status).toBe(status);
});

it('accepts and ignores a body', async () => {
  const { sign } = await shop();
  const authorization = `Bearer ${await sign({ _id: 'v' })}`;

  const answer = await team
    .as(anonymous)
    .signInWithCustomToken({}, { headers: { authorization }, body: { role: 'owner' } });
  expect([answer.status, answer.body.user.role]).toEqual([200, 'user']);
});
