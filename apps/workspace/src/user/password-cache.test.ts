import { PasswordCache } from './password-cache.ts';

const ada = { id: 'ada', credentialsVersion: 0 };

it('checks once for a hundred calls with one correct password, concurrent or in sequence', async () => {
  const cache = new PasswordCache();
  let asked = 0;
  const check = async () => {
    asked += 1;
    return true;
  };

  await Promise.all(Array.from({ length: 50 }, () => cache.check(ada, 'right', check)));
  for (let call = 0; call < 50; call += 1) await cache.check(ada, 'right', check);

  expect(asked).toBe(1);
});

it.each([
  ['another password', ada, 'other'],
  ['a changed password of the same user', { ...ada, credentialsVersion: 1 }, 'right'],
  ['another user', { ...ada, id: 'grace' }, 'right'],
])('checks again for %s', async (_what, user, password) => {
  const cache = new PasswordCache();
  await cache.check(ada, 'right', async () => true);

  expect(await cache.check(user, password, async () => false)).toBe(false);
});

it('does not cache a wrong password, nor a failed check', async () => {
  const cache = new PasswordCache();

  expect(await cache.check(ada, 'now', async () => false)).toBe(false);
  await expect(cache.check(ada, 'now', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.check(ada, 'now', async () => true)).toBe(true);
});
