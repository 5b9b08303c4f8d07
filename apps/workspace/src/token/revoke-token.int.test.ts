import { tokenRevoked } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { claimsOf, startTeamHarness, type TeamHarness } from '../../test/team-harness.ts';

let team: TeamHarness;
beforeAll(async () => {
  team = await startTeamHarness({ MAX_USER_TOKENS: '100' });
});
afterAll(() => team.stop());

const eventsOf = async (jti: string) => (await team.outbox(tokenRevoked)).filter(({ data }) => data.jti === jti);

/** A person who has signed in, and their token. */
async function signedIn(firstname = 'Ada') {
  const actor = await team.person(firstname);
  const { token, jti } = await team.context.tokens.issue({
    ...{ kind: 'user', principalId: actor.id, method: 'password', claims: { email: actor.email } },
  });
  return { actor: { ...actor, jti }, token, jti };
}

it('lists the caller’s own tokens with the one of this call marked', async () => {
  const ada = await signedIn();
  const other = await team.context.tokens.issue({
    ...{ kind: 'user', principalId: ada.actor.id, method: 'password', claims: {} },
  });

  const { status, body } = await team
    .as(ada.actor)
    .listTokens({}, { headers: { 'user-agent': 'test', 'parley-client-address': '203.0.113.7' } });

  expect(status).toBe(200);
  expect(body.map(({ jti, current }) => [jti, current])).toEqual([
    [other.jti, false],
    [ada.jti, true],
  ]);
  const row = body.at(-1);
  expect(row).toEqual({
    ...{ _id: row?.id, id: expect.stringMatching(/^[0-9a-f]{24}$/), jti: ada.jti, sub: 'user', id_user: ada.actor.id },
    ...{ aud: 'https://parley.example', method: 'password', current: true, revoked: false, __v: 0 },
    ...{ createdAt: expect.any(String), expiresAt: expect.any(String), updatedAt: expect.any(String) },
  });
});

it('pages the history by a cursor without gaps or repeats', async () => {
  const ada = await signedIn();
  for (let n = 0; n < 4; n++) {
    await team.context.tokens.issue({ kind: 'user', principalId: ada.actor.id, method: 'password', claims: {} });
  }

  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await team.as(ada.actor).listTokens({ limit: 2, cursor });
    seen.push(...body.map(({ jti }) => jti));
    cursor = /cursor=([^&>]+)/.exec(headers.link ?? '')?.[1];
  } while (cursor);
  expect(new Set(seen).size).toBe(5);
  expect(seen).toHaveLength(5);
});

it.each([
  ['sortField', 'sub'],
  ['direction', '2'],
  ['page', '-1'],
  ['limit', 'many'],
])('refuses a %s of %s', async (name, value) => {
  const { status } = await team.as((await signedIn()).actor).listTokens({ [name]: value });

  expect(status).toBe(422);
});

it.each(['revokeToken', 'revokeTokenById'] as const)(
  'revokes a token by %s at once, and again without another event',
  async (how) => {
    const ada = await signedIn();
    const { body: before } = await team.as(ada.actor).listTokens();
    const id = before[0]?._id ?? '';
    expect(await team.isLive(ada.token)).toBe(true);

    const first = await team.as(ada.actor)[how]({ jti: ada.jti, id });
    expect(first.body).toMatchObject({ jti: ada.jti, revoked: true, revokedReason: 'user', __v: 1 });
    expect(await team.isLive(ada.token)).toBe(false);
    expect((await team.exchange(ada.token)).status).toBe(401);

    const second = await team.as(ada.actor)[how]({ jti: ada.jti, id });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await eventsOf(ada.jti)).toEqual([
      expect.objectContaining({
        idproject: '0'.repeat(24),
        subject: `token/${id}`,
        aggregateversion: 1,
        data: { jti: ada.jti, sub: 'user', id_user: ada.actor.id, expiresAt: first.body.expiresAt },
      }),
    ]);
  },
);

it('revokes and announces a token once under concurrent calls', async () => {
  const ada = await signedIn();

  const answers = await Promise.all(Array.from({ length: 10 }, () => team.as(ada.actor).revokeToken({ jti: ada.jti })));

  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await eventsOf(ada.jti)).toHaveLength(1);
});

it('answers 404 for a token of another principal, which stays live, and for invalid ids', async () => {
  const [ada, mallory] = [await signedIn(), await signedIn('Mallory')];
  const { body: own } = await team.as(ada.actor).listTokens();

  const attempts = [
    await team.as(mallory.actor).revokeToken({ jti: ada.jti }),
    await team.as(mallory.actor).revokeTokenById({ id: own[0]?._id }),
    ...(await Promise.all(['x', newId(), '%00', '{"$ne":1}'].map((id) => team.as(ada.actor).revokeTokenById({ id })))),
    ...(await Promise.all(['x', crypto.randomUUID()].map((jti) => team.as(ada.actor).revokeToken({ jti })))),
  ];

  expect(attempts.map(({ status, body }) => [status, body.code])).toEqual(attempts.map(() => [404, 'token_not_found']));
  expect(await team.isLive(ada.token)).toBe(true);
});

it('keeps a guest’s history and that of an external with the same id in another project apart', async () => {
  const [one, two] = [await team.project('One'), await team.project('Two')];
  const issue = (projectId: string) =>
    team.context.tokens.issue({ kind: 'external', principalId: 'same-id', projectId, method: 'custom', claims: {} });
  const [mine, theirs] = [await issue(one.projectId), await issue(two.projectId)];

  const me = { kind: 'external', id: 'same-id', projectId: one.projectId, jti: mine.jti } as const;
  const { body } = await team.as(me).listTokens();
  expect(body.map(({ jti, id_project }) => [jti, id_project])).toEqual([[mine.jti, one.projectId]]);
  expect((await team.as(me).revokeToken({ jti: theirs.jti })).status).toBe(404);
});

it('revokes the token of the call, and refuses callers without one', async () => {
  const ada = await signedIn();

  expect(await team.as(ada.actor).signOut()).toMatchObject({ status: 200, body: { success: true } });
  expect(await team.isLive(ada.token)).toBe(false);
  expect((await team.as(ada.actor).listTokens()).body[0]).toMatchObject({ revokedReason: 'signout' });

  const { jti, ...withBasic } = ada.actor;
  expect((await team.as(withBasic).signOut()).status).toBe(401);
});

it('keeps the availability of a teammate who signs out', async () => {
  const ada = await signedIn();
  const { body: project } = await team.as(ada.actor).createProject({ name: 'Acme' });
  const there = await team.member(project._id, ada.actor);
  const before = (await team.as(there).getOwnTeammate()).body;

  expect((await team.as(there).signOut()).status).toBe(200);

  expect(before[0]?.user_available).toBe(true);
  expect((await team.as(there).getOwnTeammate()).body).toEqual(before);
});

it('issues the 101st token and revokes exactly the oldest of the hundred', async () => {
  const ada = await team.person('Ada');
  const issue = () => team.context.tokens.issue({ kind: 'user', principalId: ada.id, method: 'password', claims: {} });
  const issued = [];
  for (let n = 0; n < 100; n++) issued.push(await issue());
  const last = await issue();

  const live = await Promise.all([...issued, last].map(({ token }) => team.isLive(token)));
  expect(live).toEqual([false, ...Array(100).fill(true)]);
  const { body } = await team.as(ada).listTokens({ limit: 200 });
  expect(body.at(-1)).toMatchObject({ revoked: true, revokedReason: 'session_limit' });
  expect(body.filter(({ revoked }) => revoked)).toHaveLength(1);
});

it('keeps the limit of live tokens under concurrent sign-ins', async () => {
  const small = await startTeamHarness({ MAX_USER_TOKENS: '3' });
  const ada = await small.person('Ada');

  const issued = await Promise.all(
    Array.from({ length: 12 }, () =>
      small.context.tokens.issue({ kind: 'user', principalId: ada.id, method: 'password', claims: {} }),
    ),
  );

  const live = await Promise.all(issued.map(({ token }) => small.isLive(token)));
  expect(live.filter(Boolean)).toHaveLength(3);
  await small.stop();
});

it('never reports an unrecorded token live, even if signed with the real key', async () => {
  const ada = await signedIn();
  const unknown = await team.context.signingKeys.sign({ ...claimsOf(ada.token), jti: crypto.randomUUID() });

  expect(await team.isLive(ada.token)).toBe(true);
  expect(await team.isLive(unknown)).toBe(false);
  const { status, body } = await team.exchange(unknown);
  expect([status, body.code]).toEqual([401, 'unauthorized']);
});

it('never reports a token live whose claims differ from its row', async () => {
  const [ada, mallory] = [await signedIn(), await signedIn('Mallory')];
  const { projectId } = await team.project();

  const check = (request: Partial<Parameters<typeof team.identity.checkToken>[0]>) =>
    team.identity.checkToken({ jti: ada.jti, sub: 'user', id: ada.actor.id, ...request });
  expect(await check({})).toMatchObject({ live: true, principal: { kind: 'user', id: ada.actor.id } });
  expect(await check({ id: mallory.actor.id })).toMatchObject({ live: false, reason: 'mismatch' });
  expect(await check({ sub: 'guest' })).toMatchObject({ live: false, reason: 'mismatch' });
  expect(await check({ idProject: projectId })).toMatchObject({ live: false, reason: 'mismatch' });
});

it('deletes rows thirty days after their token has expired', async () => {
  const ada = await signedIn();
  const age = (days: number) =>
    team.db.query(`UPDATE tokens SET expires_at = now() - $2 * interval '1 day' WHERE jti = $1`, [ada.jti, days]);

  await age(29);
  await team.runJob('clean-tokens');
  expect((await team.as(ada.actor).listTokens()).body).toHaveLength(1);

  await age(31);
  await team.runJob('clean-tokens');
  expect((await team.as(ada.actor).listTokens()).body).toEqual([]);
});

it('shows no history to bots and webhooks, but confirms that their credentials are valid', async () => {
  for (const kind of ['bot', 'subscription'] as const) {
    const machine = { kind, id: newId(), projectId: newId(), role: 'agent' } as const;
    const { status, body } = await team.as(machine).listTokens();
    expect([status, body.code]).toEqual([403, 'users_only']);
    expect(await team.as(machine).testAuth()).toMatchObject({ status: 200, body: { success: true } });
  }
});
