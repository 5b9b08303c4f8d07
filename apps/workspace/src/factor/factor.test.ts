import { hashOfRecoveryCode, newRecoveryCodes, newTotpSecret, totpStepOf, totpUri } from './factor.ts';

// RFC 6238, appendix B, of 20 bytes with SHA-1; the last six digits.
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
])('knows the code of RFC 6238 at %i s', (seconds, code) => {
  const at = (shift: number) => new Date((seconds + shift) * 1000);
  const step = Math.floor(seconds / 30);
  expect(totpStepOf(secret, code, at(0))).toBe(step);
  expect([totpStepOf(secret, code, at(30)), totpStepOf(secret, code, at(-30))]).toEqual([step, step]);
  expect([totpStepOf(secret, code, at(60)), totpStepOf(secret, code, at(-60))]).toEqual([undefined, undefined]);
});

it.each(['', '28708', '2870822', '28708a', '２８７０８２', '-87082', '2870.2'])('takes %j as no code', (code) => {
  expect(totpStepOf(secret, code, new Date(59_000))).toBeUndefined();
});

it('takes a code with blanks in it', () => {
  expect(totpStepOf(secret, ' 287 082 ', new Date(59_000))).toBe(1);
});

it('makes secrets of 160 bits, and an address for authenticator apps', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const uri = new URL(totpUri(secret, 'ada@x.io'));
  expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual(['otpauth:', 'totp', '/Parley:ada@x.io']);
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret, issuer: 'Parley', digits: '6', period: '30' });
});

it('makes ten distinct recovery codes of 80 bits, read whatever the blanks, dashes and case', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(hashOfRecoveryCode(` ${code.toLowerCase().replaceAll('-', ' ')}`)).toEqual(hashOfRecoveryCode(code));
  }
});
