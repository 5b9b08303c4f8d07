import { authorizationOf } from '../src/core/credentials.ts';

it.each(Array.from({ length: 12 }, (_, ticks) => ticks))(
  'a renewal is not mistaken for the question of another call (%i ticks apart)',
  async (ticks) => {
    const authorization = authorizationOf(async (refused) => {
      await undefined;
      return refused ? 'fresh' : 'stale';
    });
    const renewed = authorization('JWT stale');
    for (let tick = 0; tick < ticks; tick += 1) await undefined;
    const others = Promise.all([authorization(), authorization()]);

    expect(await renewed).toBe('JWT fresh');
    expect(await others).toHaveLength(2);
  },
);

it('a function that has thrown is asked again', async () => {
  let asked = 0;
  const authorization = authorizationOf(() => {
    asked += 1;
    if (asked === 1) throw new Error('no storage');
    return 'fresh';
  });

  await expect(authorization()).rejects.toThrow('no storage');
  expect(await authorization()).toBe('JWT fresh');
});
