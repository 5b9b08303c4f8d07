import { createHmac } from 'node:crypto';

import { commonErrors } from '@parley/contracts';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, SignJWT } from 'jose';

import { Credentials } from './credentials.ts';
import { createIdentities } from './identities.ts';
import type { IdentitySource, Principal, PublicKey, TokenState } from './source.ts';

const publicUrl = 'https://parley.example';
const [projectA, projectB] = ['64b000000000000000000001', '64b000000000000000000002'];
const ada = '65a000000000000000000001';
const bot = '64b0000000000000000000b0';
const address = '203.0.113.7';

const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
const { privateKey: strangersKey } = await generateKeyPair('EdDSA', { extractable: true });
const jwk = (await exportJWK(publicKey)) as JWK & PublicKey;
const ours: PublicKey = { ...jwk, kid: 'k1' };

/** What the workspace service would know; every question is counted. */
function world() {
  const tokens = new Map<string, TokenState>([
    ['j-ada', { live: true, principal: { kind: 'user', id: ada, jti: 'j-ada' } }],
  ]);
  const secrets = new Map([
    [projectA, 'secret-of-a'],
    [projectB, 'secret-of-b'],
  ]);
  const asked: string[] = [];
  const state = { keys: [ours], away: false };
  const answer = async <T>(name: string, value: () => T): Promise<T> => {
    asked.push(name);
    if (state.away) throw commonErrors.dependency_down();
    return value();
  };
  const source: IdentitySource = {
    authenticateBasic: (email, password) =>
      answer('basic', () => {
        if (password !== 'right') throw commonErrors.unauthorized();
        return { kind: 'user', id: ada, email } satisfies Principal;
      }),
    getPublicKeys: () => answer('keys', () => state.keys),
    getProjectSecret: (projectId) => answer('secret', () => secrets.get(projectId)),
    checkToken: ({ jti }) => answer('token', () => tokens.get(jti) ?? { live: false, reason: 'unknown' }),
    isReservedId: (_projectId, id) => answer('external', () => id === ada),
    getMembership: () => answer('membership', () => undefined),
    getProjectRules: () =>
      answer('rules', () => ({
        live: true,
        bannedIds: [],
        bannedAddresses: [],
        allowedAddresses: [],
        deniedAddresses: [],
      })),
  };
  return { source, tokens, secrets, asked, state };
}

function setup() {
  const known = world();
  const clock = { now: 1_000 };
  const identities = createIdentities({ source: known.source, publicUrl, cacheMs: 5_000, clock: () => clock.now });
  const verify = async (header: string) => (await identities.credentials.verify(header, address)).value.principal;
  return { ...known, clock, identities, verify };
}

const userClaims = { sub: 'user', aud: publicUrl, _id: ada, jti: 'j-ada', iss: publicUrl };

function sign(claims: Record<string, unknown>, key = privateKey, header: object = {}): Promise<string> {
  return new SignJWT({ iss: publicUrl, ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'k1', typ: 'JWT', ...header })
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(key);
}

function signShared(claims: Record<string, unknown>, secret: string | Buffer, alg = 'HS256'): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const seconds = Math.floor(Date.now() / 1000);
  const text = `${encode({ alg, kid: 'k1', typ: 'JWT' })}.${encode({ iat: seconds, exp: seconds + 3600, ...claims })}`;
  const hash = alg.replace('HS', 'sha');
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

const unauthorized = expect.objectContaining({ code: 'unauthorized' });

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

  it('yields an external visitor of that project and nobody else', async () => {
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

it('refuses tokens of bots and subscriptions while nobody vouches for them, and messaging tokens always', async () => {
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
  const { source } = world();
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
  const { source } = world();
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
  await expect(verify()).rejects.toEqual(unauthorized);

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
  const { source } = world();
  const header = `JWT ${signShared({ sub: 'bot', aud: `x/bots/${bot}`, _id: bot }, 'any')}`;
  const answering = (id: string) =>
    new Credentials({
      source: { ...source, verifyBotToken: async () => ({ kind: 'bot', id, projectId: projectA, depth: 1 }) },
      publicUrl,
      cacheMs: 5_000,
    }).verify(header, address);

  expect((await answering(bot)).value.principal).toEqual({ kind: 'bot', id: bot, projectId: projectA, depth: 1 });
  await expect(answering(ada)).rejects.toEqual(unauthorized);
});

it('refuses a token whose history row belongs to somebody else', async () => {
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

describe('memory', () => {
  it('asks once for a token within five seconds, and again after', async () => {
    const { verify, asked, clock } = setup();
    const header = `JWT ${await sign(userClaims)}`;
    await verify(header);
    clock.now += 4_999;
    await verify(header);
    expect(asked.filter((name) => name === 'token')).toHaveLength(1);

    clock.now += 1;
    await verify(header);
    expect(asked.filter((name) => name === 'token')).toHaveLength(2);
  });

  it('never remembers for longer than five seconds, whatever is configured', async () => {
    const { source, asked } = world();
    const clock = { now: 0 };
    const { credentials } = createIdentities({ source, publicUrl, cacheMs: 60_000, clock: () => clock.now });
    const header = `JWT ${await sign(userClaims)}`;
    await credentials.verify(header, address);
    clock.now += 5_000;
    await credentials.verify(header, address);
    expect(asked.filter((name) => name === 'token')).toHaveLength(2);
  });

  it.each([
    ['token.revoked', { jti: 'j-ada' }],
    ['teammate.updated', { teammate: { id_user: ada } }],
    ['teammate.removed', { teammate: { id_user: { _id: ada } } }],
  ])('drops a token at once on %s', async (type, data) => {
    const { verify, tokens, identities } = setup();
    const header = `JWT ${await sign(userClaims)}`;
    await verify(header);
    tokens.clear();
    expect(await verify(header)).toMatchObject({ id: ada });

    identities.forgetBy({ type, idproject: projectA, data } as never);
    await expect(verify(header)).rejects.toEqual(unauthorized);
  });

  it('asks about Basic credentials every time, since only workspace knows when a password changed', async () => {
    const { verify, asked } = setup();
    const header = `Basic ${Buffer.from('ada@acme.io:right').toString('base64')}`;
    await verify(header);
    await verify(header);
    expect(asked).toEqual(['basic', 'basic']);
  });

  it('lets nobody through on what is no longer fresh when workspace is away', async () => {
    const { verify, state, clock } = setup();
    const header = `JWT ${await sign(userClaims)}`;
    await verify(header);
    state.away = true;
    expect(await verify(header)).toMatchObject({ id: ada });

    clock.now += 5_000;
    await expect(verify(header)).rejects.toEqual(expect.objectContaining({ code: 'dependency_down' }));
  });

  it('ends with the token itself', async () => {
    const { source } = world();
    const time = { wall: Date.now(), clock: 0 };
    const credentials = new Credentials({
      source,
      publicUrl,
      cacheMs: 5_000,
      now: () => time.wall,
      clock: () => time.clock,
    });
    const token = await new SignJWT(userClaims)
      .setProtectedHeader({ alg: 'EdDSA', kid: 'k1' })
      .setIssuedAt()
      .setExpirationTime(Math.floor(time.wall / 1000) - 58)
      .sign(privateKey);
    await credentials.verify(`JWT ${token}`, address);
    time.wall += 3_000;
    time.clock += 3_000;
    await expect(credentials.verify(`JWT ${token}`, address)).rejects.toEqual(unauthorized);
  });
});

it('finds a signing key that came after the last look, and drops one that was taken away', async () => {
  const { verify, state, clock } = setup();
  const rotated = await generateKeyPair('EdDSA', { extractable: true });
  const oldHeader = `JWT ${await sign(userClaims)}`;
  await verify(oldHeader);

  state.keys = [{ ...((await exportJWK(rotated.publicKey)) as JWK & PublicKey), kid: 'k2' }];
  clock.now += 200;
  const newHeader = `JWT ${await sign(userClaims, rotated.privateKey, { kid: 'k2' })}`;
  expect(await verify(newHeader)).toMatchObject({ id: ada });

  clock.now += 5_000;
  await expect(verify(oldHeader)).rejects.toEqual(unauthorized);
});
