import { areSigningKeys, isSigned, readSigningKeys, sign } from './signature.ts';

const [old, fresh] = ['a'.repeat(32), 'b'.repeat(32)];
const keys = readSigningKeys(`new:${fresh},old:${old}`);
const signed = { projectId: '0'.repeat(24), path: 'uploads/a', expires: 2_000_000_000 };

it('signs with the first key, and verifies with all', () => {
  expect(sign(keys, signed)).toMatch(/^new\.[\w-]{43}$/);
  expect(isSigned(keys, signed, sign(keys, signed))).toBe(true);
  expect(isSigned(keys, signed, sign(readSigningKeys(`old:${old}`), signed))).toBe(true);
  expect(isSigned(readSigningKeys(`new:${fresh}`), signed, sign(readSigningKeys(`old:${old}`), signed))).toBe(false);
});

it.each([
  { ...signed, projectId: '1'.repeat(24) },
  { ...signed, path: 'uploads/b' },
  { ...signed, expires: signed.expires + 1 },
])('is valid only for the signed claims: %j', (other) => {
  expect(isSigned(keys, other, sign(keys, signed))).toBe(false);
});

it.each(['', 'new.', 'new', `new.${'A'.repeat(43)}`, `none.${'A'.repeat(43)}`, `new.${'A'.repeat(44)}`])(
  'takes %j for no signature',
  (signature) => {
    expect(isSigned(keys, signed, signature)).toBe(false);
  },
);

it('accepts only long keys', () => {
  expect(areSigningKeys(`a:${old},b:${fresh}`)).toBe(true);
  for (const text of ['', 'a:short', `a${old}`, `a:${old},b`]) expect(areSigningKeys(text)).toBe(false);
});

it('verifies with each of several keys of one name', () => {
  const both = [fresh, old].map((secret) => ({ kid: 'data', secret }));
  for (const secret of [fresh, old]) expect(isSigned(both, signed, sign([{ kid: 'data', secret }], signed))).toBe(true);
  expect(isSigned(both, signed, sign([{ kid: 'data', secret: 'c'.repeat(32) }], signed))).toBe(false);
});
