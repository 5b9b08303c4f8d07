import type { Actor } from '@parley/contracts';
import { eventually } from '@parley/testkit';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';

import { actorTokens, serviceTokens } from './actor-token.ts';

const key = new Uint8Array(32).fill(1);
const ada: Actor = { kind: 'user', id: 'a'.repeat(24), projectId: 'b'.repeat(24), role: 'owner', depth: 2 };
const gateway = actorTokens({ key, service: 'gateway' });
const bots = actorTokens({ key, service: 'bots' });

it('hands an actor over as it is, for 60 s and one service', async () => {
  const token = await gateway.sign(ada, 'bots');

  expect(await bots.verify(token)).toEqual(ada);
  const { iat = 0, exp = 0, aud, iss } = decodeJwt(token);
  expect({ life: exp - iat, aud, iss }).toEqual({ life: 60, aud: 'bots', iss: 'gateway' });
  expect(decodeProtectedHeader(token)).toEqual({ alg: 'HS256', typ: 'parley-actor+jwt' });
});

it('signs one token for one actor and audience, and answers a known one without verifying again', async () => {
  const [first, again, elsewhere] = await Promise.all([
    gateway.sign(ada, 'bots'),
    gateway.sign({ ...ada }, 'bots'),
    gateway.sign(ada, 'media'),
  ]);
  await bots.verify(first);

  expect(again).toBe(first);
  expect(elsewhere).not.toBe(first);
  expect(bots.verify(first)).toEqual(ada);
});

it('refuses a token that it has verified before, once it has expired', async () => {
  const leewaySeconds = 5;
  const token = await new SignJWT({ actor: ada })
    .setProtectedHeader({ alg: 'HS256', typ: 'parley-actor+jwt' })
    .setIssuer('gateway')
    .setAudience('bots')
    .setExpirationTime(Math.floor(Date.now() / 1000) - leewaySeconds + 2)
    .sign(key);
  expect(await bots.verify(token)).toEqual(ada);

  const verify = async () => bots.verify(token);
  await eventually(() => expect(verify()).rejects.toMatchObject({ code: 'unauthorized' }));
});

it.each(['', 'x', 'a.b.c', `${'x'.repeat(9000)}`])('refuses what is no token: %#', async (token) => {
  await expect(bots.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
});

it('keeps the two kinds of token apart', async () => {
  const services = serviceTokens({ key, service: 'gateway' });
  const token = await services.sign('bots');

  expect(await serviceTokens({ key, service: 'bots' }).verify(token)).toBe('gateway');
  await expect(bots.verify(token)).rejects.toMatchObject({ code: 'unauthorized' });
  await expect(serviceTokens({ key, service: 'bots' }).verify(await gateway.sign(ada, 'bots'))).rejects.toMatchObject({
    code: 'unauthorized',
  });
});

it('accepts tokens of a former key as long as it is one, and signs with the first', async () => {
  const fresh = new Uint8Array(32).fill(2);
  const during = actorTokens({ key: fresh, formerKeys: [key], service: 'bots' });
  const after = actorTokens({ key: fresh, service: 'bots' });
  const old = await gateway.sign(ada, 'bots');
  expect(await during.verify(old)).toEqual(ada);
  await expect(after.verify(old)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(await after.verify(await during.sign(ada, 'bots'))).toEqual(ada);
  const foreign = actorTokens({ key: new Uint8Array(32).fill(3), service: 'gateway' });
  await expect(during.verify(await foreign.sign(ada, 'bots'))).rejects.toMatchObject({ code: 'unauthorized' });
});
