import { createECDH } from 'node:crypto';

import { encryptPushMessage, isPointOnCurve, maxTextBytes } from './push-message.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');

// RFC 8291, appendix A.
const receiver = {
  p256dh: bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
  auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
};
const sender = {
  privateKey: bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'),
  salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'),
};
const encrypted =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';

it('encrypts the message of the standard’s example to the bytes of the standard', () => {
  const body = encryptPushMessage('When I grow up, I want to be a watermelon', receiver, sender);
  expect(body.toString('base64url')).toBe(encrypted);
});

it('never encrypts twice under the same key', () => {
  const bodies = [1, 2].map(() => encryptPushMessage('Hello', receiver));
  const [one, other] = bodies.map((body) => [body.subarray(0, 16), body.subarray(21, 86)].map(String));
  expect(one?.[0]).not.toBe(other?.[0]);
  expect(one?.[1]).not.toBe(other?.[1]);
});

it('fits its longest text into what push services accept, and not one byte more', () => {
  expect(encryptPushMessage('x'.repeat(maxTextBytes), receiver)).toHaveLength(4_096);
});

it('tells keys for which nothing can be encrypted', () => {
  const known = createECDH('prime256v1');
  known.generateKeys();
  expect(isPointOnCurve(known.getPublicKey())).toBe(true);
  expect(isPointOnCurve(Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 7)]))).toBe(false);
});
