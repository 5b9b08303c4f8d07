import { exportJWK, exportSPKI, SignJWT } from 'jose';

import {
  ada,
  address,
  bot,
  harness,
  jwk,
  ours,
  privateKey,
  projectA,
  projectB,
  publicKey,
  publicUrl,
  setup,
  sign,
  signShared,
  strangersKey,
  unauthorized,
  userClaims,
} from './credentials.fixture.ts';
import { Credentials } from './credentials.ts';
import type { Principal } from './source.ts';

it('accepts a token of ours under each scheme', async () => {
  const { verify } = setup();
  const token = await sign(userClaims);
  for (const scheme of ['JWT', 'Bearer', 'jwt']) {
    expect(await verify(`${scheme} ${token}`)).toMatchObject({ kind: 'user', id: ada, jti: 'j-ada' });
  }
});

it('refuses a token that is well signed but was never recorded', async () => {
  const { verify } = setup();
  await expect(verify(`JWT ${await sign({ ...userClaims, jti: 'j-unknown' })}`)).rejects.toEqual(unauthorized);
});

it('says of a token of ours that it has expired, to whoever holds one that we signed', async () => {
  const { verify, tokens } = setup();
  const exp = Math.floor(Date.now() / 1000) - 120;
  const signed = (key = privateKey) =>
    new SignJWT({ ...userClaims, exp, iat: exp - 60 }).setProtectedHeader({ alg: 'EdDSA', kid: 'k1' }).sign(key);
  const expired = expect.objectContaining({ code: 'token_expired', kind: 'unauthorized' });
  await expect(verify(`JWT ${await signed()}`)).rejects.toEqual(expired);
  tokens.set('j-late', { live: false, reason: 'expired' });
  await expect(verify(`JWT ${await sign({ ...userClaims, jti: 'j-late' })}`)).rejects.toEqual(expired);

  const visitor = signShared({ aud: `parley:projects:${projectA}`, _id: 'x', exp }, 'secret-of-a');
  for (const token of [await signed(strangersKey), visitor])
    await expect(verify(`JWT ${token}`)).rejects.toEqual(unauthorized);
});

it('refuses a known kid with another key, an unknown kid, and a key in the header', async () => {
  const { verify } = setup();
  const brought = await exportJWK(strangersKey);
  for (const token of [
    await sign(userClaims, strangersKey),
    await sign(userClaims, privateKey, { kid: '../../dev/null' }),
    await sign(userClaims, strangersKey, { jwk: { kty: brought.kty, crv: brought.crv, x: brought.x } }),
  ])
    await expect(verify(`JWT ${token}`)).rejects.toEqual(unauthorized);
});

it('refuses HS256 keyed with our public key, raw, as PEM or as JWK text', async () => {
  const { verify, secrets } = setup();
  secrets.delete(projectA);
  const keys = [Buffer.from(ours.x, 'base64url'), await exportSPKI(publicKey), JSON.stringify(jwk)];
  for (const key of keys) {
    await expect(verify(`JWT ${signShared(userClaims, key)}`)).rejects.toEqual(unauthorized);
    const asVisitor = { aud: `parley:projects:${projectA}`, _id: 'x' };
    await expect(verify(`JWT ${signShared(asVisitor, key)}`)).rejects.toEqual(unauthorized);
  }
});

describe("a project's secret", () => {
  const visitor = { aud: `parley:projects:${projectA}`, _id: 'customer-7' };

  it('yields an external visitor of that project and no other principal', async () => {
    const { verify } = setup();
    const principal = await verify(
      `JWT ${signShared({ ...visitor, role: 'owner', email: 'ada@acme.io' }, 'secret-of-a')}`,
    );
    expect(principal).toEqual({ kind: 'external', id: 'customer-7', projectId: projectA });
  });

  it.each([
    ['sub user with the id of the owner', { ...visitor, sub: 'user', _id: ada }, 'secret-of-a'],
    ['sub bot', { ...visitor, sub: 'bot', _id: bot }, 'secret-of-a'],
    ['the id of any user', { ...visitor, _id: ada }, 'secret-of-a'],
    ['the id of a bot', { ...visitor, _id: `bot_${bot}` }, 'secret-of-a'],
    ['the id system', { ...visitor, _id: 'system' }, 'secret-of-a'],
    ['another project in aud', { ...visitor, aud: `parley:projects:${projectB}` }, 'secret-of-a'],
    ['a project without a secret', { ...visitor, aud: `parley:projects:${'0'.repeat(24)}` }, 'secret-of-a'],
    ['the audience of our own tokens', userClaims, 'secret-of-a'],
    ['the audience of a bot', { sub: 'bot', aud: `x/bots/${bot}`, _id: bot }, 'secret-of-a'],
    ['an empty secret', visitor, ''],
  ])('is no master key: %s', async (_, claims, secret) => {
    const { verify } = setup();
    await expect(verify(`JWT ${signShared(claims, secret)}`)).rejects.toEqual(unauthorized);
  });

  it.each(['HS384', 'HS512'])('does not sign with %s', async (alg) => {
    const { verify } = setup();
    await expect(verify(`JWT ${signShared(visitor, 'secret-of-a', alg)}`)).rejects.toEqual(unauthorized);
  });

  it('ends the tokens it signed as soon as the project says it changed', async () => {
    const { verify, secrets, identities } = setup();
    const header = `JWT ${signShared(visitor, 'secret-of-a')}`;
    await verify(header);
    secrets.set(projectA, 'another');
    expect(await verify(header)).toMatchObject({ kind: 'external' });

    identities.forgetBy({ type: 'project.updated', idproject: projectA, data: {} } as never);
    await expect(verify(header)).rejects.toEqual(unauthorized);
  });
});

it('refuses tokens of bots and subscriptions while no service verifies them, and messaging tokens always', async () => {
  const { verify } = setup();
  for (const token of [
    signShared({ sub: 'bot', aud: `x/bots/${bot}`, _id: bot }, 'any'),
    await sign({
      sub: 'subscription',
      aud: `${publicUrl}/subscriptions/${bot}`,
      _id: bot,
      id_project: projectA,
      jti: 'j',
    }),
    await sign({ sub: ada, aud: `${publicUrl}/messaging`, _id: ada, jti: 'j-ada' }),
  ])
    await expect(verify(`JWT ${token}`)).rejects.toEqual(unauthorized);
});

it('takes messaging tokens for sockets, under our key or under the secret that an engine shares with us, and nothing else under that', async () => {
  const { source } = harness();
  const messagingSecret = 'known-to-the-engine-and-to-us-alone';
  const wanted = { source, publicUrl, cacheMs: 5_000, messaging: true };
  const claims = { iss: publicUrl, sub: ada, aud: `${publicUrl}/messaging`, _id: ada, jti: 'j-ada' };
  const shared = `JWT ${signShared(claims, messagingSecret)}`;
  const credentials = new Credentials({ ...wanted, messagingSecret });
  for (const header of [shared, `JWT ${await sign(claims)}`])
    expect((await credentials.verify(header, address)).value.principal).toMatchObject({ kind: 'user', id: ada });

  const refused = [
    signShared(claims, 'another'),
    signShared({ ...claims, sub: 'user', aud: publicUrl }, messagingSecret),
    signShared({ ...claims, jti: 'unknown' }, messagingSecret),
  ];
  for (const token of refused) await expect(credentials.verify(`JWT ${token}`, address)).rejects.toEqual(unauthorized);
  await expect(new Credentials(wanted).verify(shared, address)).rejects.toEqual(unauthorized);
});

it('takes the token of a webhook for a minute longer than it is meant to live, and only while its subscription is active', async () => {
  const { source } = harness();
  const begun = Date.now();
  const state = { isActive: true, passedMs: 0 };
  const credentials = new Credentials({
    source: { ...source, isSubscriptionActive: async (projectId) => state.isActive && projectId === projectA },
    ...{ publicUrl, cacheMs: 5_000, messaging: false },
    ...{ now: () => begun + state.passedMs, clock: () => state.passedMs },
  });
  const { value, header } = await hookToken(begun);
  const verify = async () => (await credentials.verify(header, address)).value.principal;

  state.passedMs = 15 * 60_000;
  expect(await verify()).toEqual(value);
  state.passedMs += 61_000;
  await expect(verify()).rejects.toMatchObject({ code: 'token_expired' });

  state.passedMs = 0;
  credentials.forgetAll();
  expect(await verify()).toEqual(value);
  state.isActive = false;
  state.passedMs = 5_001;
  await expect(verify()).rejects.toEqual(unauthorized);
});

/** As the webhooks service has it signed for a call. */
async function hookToken(at: number) {
  const claims = { event: 'e1', depth: 3 };
  const token = await new SignJWT({
    iss: publicUrl,
    sub: 'subscription',
    _id: bot,
    id_project: projectA,
    jti: 'j',
    ...claims,
  })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ: 'JWT' })
    .setAudience(`${publicUrl}/subscriptions/${bot}`)
    .setIssuedAt(Math.floor(at / 1_000))
    .setExpirationTime(Math.floor(at / 1_000) + 15 * 60)
    .sign(privateKey);
  return { header: `JWT ${token}`, value: { kind: 'subscription', id: bot, projectId: projectA, jti: 'j', ...claims } };
}

it('takes a bot only from the service that holds its secret, and only the bot that aud names', async () => {
  const { source } = harness();
  const header = `JWT ${signShared({ sub: 'bot', aud: `x/bots/${bot}`, _id: bot, exp: undefined }, 'any')}`;
  const expiresAt = Date.now() + 86_400_000;
  const principal = { kind: 'bot', projectId: projectA, depth: 1 } as const;
  const answering = (id: string) =>
    new Credentials({
      source: { ...source, verifyBotToken: async () => ({ principal: { ...principal, id }, expiresAt }) },
      publicUrl,
      cacheMs: 5_000,
    }).verify(header, address);

  expect((await answering(bot)).value).toEqual({ principal: { ...principal, id: bot }, expiresAt });
  await expect(answering(ada)).rejects.toEqual(unauthorized);
});

it('refuses a token whose history row belongs to another principal', async () => {
  const { verify, tokens } = setup();
  const header = `JWT ${await sign(userClaims)}`;
  for (const principal of [
    { kind: 'user', id: bot },
    { kind: 'provisioned', id: ada, projectId: projectA },
    { kind: 'user', id: ada, projectId: projectA },
  ] satisfies Principal[]) {
    tokens.set('j-ada', { live: true, principal });
    await expect(verify(header)).rejects.toEqual(unauthorized);
  }
});

it('answers every refusal alike, and keeps the reason for the log', async () => {
  const { verify } = setup();
  const refusals = await Promise.all(
    ['JWT x.y.z', 'Digest abc', `JWT ${await sign({ ...userClaims, jti: 'j-2' })}`, 'Basic YTpi'].map((header) =>
      verify(header).catch((error: Error) => error),
    ),
  );
  const shown = refusals.map(
    (error) => error instanceof Error && { code: 'code' in error && error.code, message: error.message },
  );
  expect(new Set(shown.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect((refusals[2] as Error).cause).toMatchObject({ message: 'unknown' });
});
