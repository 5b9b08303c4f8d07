import { jwtVerify } from 'jose';

import { claimsOf, type SharedTeam, sharedTeam, startTeamHarness } from '../../test/team-harness.ts';

let team: SharedTeam;
beforeAll(async () => {
  team = await sharedTeam();
});

it('issues a token for the caller’s own inbox that expires with its parent', async () => {
  const { projectId } = await team.project();
  const vera = await team.guest(projectId, { firstname: 'Vera', lastname: 'Rubin' });

  const { status, body } = await team.as(vera.actor).createMessagingToken();

  expect(status).toBe(200);
  const { token, ...rest } = body;
  expect(rest).toEqual({ userid: vera.actor.id, fullname: 'Vera Rubin', firstname: 'Vera', lastname: 'Rubin' });
  const { exp, ...claims } = claimsOf(token);
  expect(claims).toMatchObject({
    ...{ sub: vera.actor.id, _id: vera.actor.id, user_id: vera.actor.id, client_id: vera.actor.id },
    ...{ app_id: 'tilechat', id_project: projectId, parent: vera.jti, aud: 'https://parley.example/messaging' },
  });
  expect(JSON.stringify(claims.scope)).toContain(vera.actor.id);
  expect(exp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 30 * 86_400);
});

it('ends with its parent, and is refused when the parent has ended', async () => {
  const { projectId } = await team.project();
  const vera = await team.guest(projectId);
  const { body } = await team.as(vera.actor).createMessagingToken();
  expect(await team.isLive(body.token)).toBe(true);

  await team.as(vera.actor).revokeToken({ jti: vera.jti });

  expect(await team.isLive(body.token)).toBe(false);
  expect((await team.as(vera.actor).createMessagingToken()).status).toBe(401);
});

it('is not accepted for an exchange', async () => {
  const { projectId } = await team.project();
  const { body } = await team.as((await team.guest(projectId)).actor).createMessagingToken();

  expect((await team.exchange(body.token)).status).toBe(401);
});

it('lives a day when issued with Basic', async () => {
  const ada = await team.person('Ada');

  const { body } = await team.as(ada).createMessagingToken();

  const { exp, iat, parent } = claimsOf(body.token);
  expect(Number(exp) - Number(iat)).toBe(86_400);
  expect(parent).toBeUndefined();
});

it('keeps the newest twenty of one parent, whatever other parents have', async () => {
  const { projectId } = await team.project();
  const [vera, other] = [await team.guest(projectId), await team.guest(projectId)];
  const { body: untouched } = await team.as(other.actor).createMessagingToken();
  const tokens = [];
  for (let n = 0; n < 21; n++) tokens.push((await team.as(vera.actor).createMessagingToken()).body.token);

  const live = await Promise.all(tokens.map((token) => team.isLive(token)));

  expect(live).toEqual([false, ...Array(20).fill(true)]);
  expect(await team.isLive(untouched.token)).toBe(true);
  expect(await team.isLive(vera.token)).toBe(true);
});

it('is signed with the secret shared with an external engine, if configured', async () => {
  const secret = 'a secret that the engine verifies tokens with';
  const shared = await startTeamHarness({ MESSAGING_JWT_SECRET: secret });
  try {
    const { projectId } = await shared.project();
    const { body } = await shared.as((await shared.guest(projectId)).actor).createMessagingToken();

    const { payload, protectedHeader } = await jwtVerify(body.token, new TextEncoder().encode(secret));
    expect([protectedHeader.alg, payload.aud]).toEqual(['HS256', 'https://parley.example/messaging']);
  } finally {
    await shared.stop();
  }
});
