import { createPublicKey, generateKeyPairSync } from 'node:crypto';

import { jwtVerify } from 'jose';

import { isVapidPrivateKey, VapidKey } from './vapid-key.ts';

const {
  d = '',
  x = '',
  y = '',
} = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

it('names itself to one push service, for less than a day, by the key that browsers subscribe with', async () => {
  const vapid = await VapidKey.read(d, 'mailto:no-reply@shop.example');
  expect(vapid.publicKey).toBe(
    Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]).toString('base64url'),
  );

  const header = await vapid.authorizationFor('https://push.example:8443/send/1?x=y');
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  expect(key).toBe(vapid.publicKey);
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { payload, protectedHeader } = await jwtVerify(token, publicKey, { audience: 'https://push.example:8443' });
  expect([protectedHeader.alg, payload.sub]).toEqual(['ES256', 'mailto:no-reply@shop.example']);
  expect((payload.exp ?? 0) - Date.now() / 1_000).toBeLessThan(86_400);
});

it.each([
  ['a private key', d, true],
  ['zero, which is none', Buffer.alloc(32).toString('base64url'), false],
  ['a number beyond the order of the curve', Buffer.alloc(32, 255).toString('base64url'), false],
  ['too short a text', d.slice(1), false],
])('knows %s', (_, text, expected) => {
  expect(isVapidPrivateKey(text)).toBe(expected);
});
