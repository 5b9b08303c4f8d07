import { openLimits } from '@parley/service-kit/security';

import { PasswordAttempts } from './password-attempts.ts';

async function attempts(identityFactor = 1) {
  return new PasswordAttempts(await openLimits({ identityFactor }));
}

const refused = { code: 'rate_limited', details: { limit: 'failed_passwords', retryAfterSeconds: expect.any(Number) } };

it('lets exactly ten of a thousand concurrent wrong passwords reach the comparison', async () => {
  const tries = await attempts();
  let checked = 0;
  const wrong = async () => {
    checked += 1;
    return false;
  };

  const answers = await Promise.allSettled(
    Array.from({ length: 1000 }, () => tries.try('ada@x.io', wrong, '203.0.113.7')),
  );

  expect(checked).toBe(10);
  const refusals = answers.filter((answer) => answer.status === 'rejected');
  expect(refusals).toHaveLength(990);
  expect(refusals[0]?.reason).toMatchObject(refused);
});

it('counts per address of the caller, up to a hundred an hour for one account', async () => {
  const tries = await attempts();
  const wrong = async () => false;

  for (let call = 0; call < 100; call += 1) {
    expect(await tries.try('ada@x.io', wrong, `203.0.113.${call}`)).toBe(false);
  }
  await expect(tries.try('ada@x.io', wrong, '198.51.100.1')).rejects.toMatchObject({
    details: { limit: 'failed_passwords_of_account' },
  });
  expect(await tries.try('grace@x.io', wrong, '198.51.100.1')).toBe(false);
});

it('counts the addresses of one IPv6 network as one caller', async () => {
  const tries = await attempts();
  for (let call = 0; call < 10; call += 1) {
    await tries.try('ada@x.io', async () => false, `2001:db8:1:2::${call}`);
  }

  await expect(tries.try('ada@x.io', async () => true, '2001:db8:1:2:ffff::1')).rejects.toMatchObject(refused);
  expect(await tries.try('ada@x.io', async () => true, '2001:db8:1:3::1')).toBe(true);
});

it('resets after a success', async () => {
  const tries = await attempts();
  for (let call = 0; call < 9; call += 1) await tries.try('ada@x.io', async () => false, '203.0.113.7');

  expect(await tries.try('ada@x.io', async () => true, '203.0.113.7')).toBe(true);
  for (let call = 0; call < 10; call += 1) {
    expect(await tries.try('ada@x.io', async () => false, '203.0.113.7')).toBe(false);
  }
});

it('is multiplied by the factor of identity limits', async () => {
  const tries = await attempts(2);
  for (let call = 0; call < 20; call += 1) await tries.try('ada@x.io', async () => false, '203.0.113.7');

  await expect(tries.try('ada@x.io', async () => true, '203.0.113.7')).rejects.toMatchObject(refused);
});
