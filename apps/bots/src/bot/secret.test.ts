import { newSecret } from './secret.ts';

it('makes ten thousand distinct secrets of 256 bits', () => {
  const secrets = Array.from({ length: 10_000 }, newSecret);

  expect(new Set(secrets).size).toBe(10_000);
  for (const secret of secrets) expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
});
