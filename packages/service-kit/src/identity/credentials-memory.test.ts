import { exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';

import {
  ada,
  address,
  privateKey,
  projectA,
  publicUrl,
  setup,
  sign,
  unauthorized,
  userClaims,
  world,
} from './credentials.fixture.ts';
import { Credentials } from './credentials.ts';
import { createIdentities } from './identities.ts';
import type { PublicKey } from './source.ts';

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
