import { describeWithProgram, eventually, type RedisServer, startRedisServer } from '@parley/testkit';

import { type Limits, type LimitsOptions, openLimits } from './limits.ts';

const threeAMinute = { points: 3, seconds: 60 };

/** The guarantees of the port, whichever adapter counts. */
function limitsSuite(open: (options?: LimitsOptions) => Promise<Limits>): void {
  let limits: Limits;
  let key: string;

  beforeEach(async () => {
    limits = await open();
    key = `203.0.113.7/${Math.random()}`;
  });
  afterEach(() => limits.close());

  it('allows as many hits as the rule has points, and reports how many are left', async () => {
    const states = [];
    for (let hit = 0; hit < 5; hit += 1) states.push(await limits.hit('sign_in', key, threeAMinute));

    expect(states.map(({ allowed, remaining }) => [allowed, remaining])).toEqual([
      [true, 2],
      [true, 1],
      [true, 0],
      [false, 0],
      [false, 0],
    ]);
    for (const { limit, resetSeconds } of states) {
      expect(limit).toBe(3);
      expect(resetSeconds).toBeGreaterThan(50);
      expect(resetSeconds).toBeLessThanOrEqual(60);
    }
  });

  it('allows exactly that many of hits made at the same moment', async () => {
    const states = await Promise.all(Array.from({ length: 200 }, () => limits.hit('sign_in', key, threeAMinute)));

    expect(states.filter(({ allowed }) => allowed)).toHaveLength(3);
  });

  it('counts keys and names apart', async () => {
    await limits.hit('sign_in', key, threeAMinute);

    expect((await limits.hit('sign_up', key, threeAMinute)).remaining).toBe(2);
    expect((await limits.hit('sign_in', `${key}1`, threeAMinute)).remaining).toBe(2);
  });

  it('looks without counting', async () => {
    expect(await limits.peek('sign_in', key, threeAMinute)).toMatchObject({ allowed: true, remaining: 3 });
    await limits.hit('sign_in', key, threeAMinute);
    await limits.peek('sign_in', key, threeAMinute);

    expect(await limits.peek('sign_in', key, threeAMinute)).toMatchObject({ allowed: true, remaining: 2 });
    for (let hit = 0; hit < 2; hit += 1) await limits.hit('sign_in', key, threeAMinute);
    expect(await limits.peek('sign_in', key, threeAMinute)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it('starts over after a clear, of a name it never counted too', async () => {
    for (let hit = 0; hit < 4; hit += 1) await limits.hit('sign_in', key, threeAMinute);
    await limits.clear('sign_in', key);
    await limits.clear('never_counted', key);

    expect(await limits.hit('sign_in', key, threeAMinute)).toMatchObject({ allowed: true, remaining: 2 });
  });

  it('starts over when the window ends', async () => {
    const onceASecond = { points: 1, seconds: 1 };
    await limits.hit('quick', key, onceASecond);
    expect((await limits.peek('quick', key, onceASecond)).allowed).toBe(false);

    await eventually(async () => expect((await limits.peek('quick', key, onceASecond)).allowed).toBe(true));
    expect((await limits.hit('quick', key, onceASecond)).allowed).toBe(true);
  });

  it('multiplies every rule, and those of identity once more', async () => {
    const scaled = await open({ factor: 2, identityFactor: 50 });
    expect((await scaled.hit('calls', key, threeAMinute)).limit).toBe(6);
    expect((await scaled.hit('sign_in', key, { ...threeAMinute, factor: 'identity' })).limit).toBe(300);
    await scaled.close();
  });

  it('never lets a factor make a limit of nothing', async () => {
    const scaled = await open({ factor: 0.001 });
    expect((await scaled.hit('calls', key, threeAMinute)).allowed).toBe(true);
    await scaled.close();
  });
}

describe('in memory', () => {
  limitsSuite((options) => openLimits(options));

  it('is healthy', async () => {
    const limits = await openLimits();
    expect(limits.health()).toEqual({ store: 'memory', ok: true });
    await limits.close();
  });
});

describeWithProgram('redis-server', 'in Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.stop());

  limitsSuite((options) => openLimits({ ...options, redisUrl: redis.url }));

  it('counts exactly over replicas', async () => {
    const replicas = await Promise.all([1, 2, 3].map(() => openLimits({ redisUrl: redis.url })));
    const states = await Promise.all(
      Array.from({ length: 300 }, (_, hit) => replicas[hit % 3]?.hit('shared', 'a', { points: 100, seconds: 60 })),
    );

    expect(states.filter((state) => state?.allowed)).toHaveLength(100);
    for (const replica of replicas) await replica.close();
  });

  it('clears for every replica', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => openLimits({ redisUrl: redis.url })));
    for (let hit = 0; hit < 4; hit += 1) await one?.hit('cleared', 'b', threeAMinute);
    await two?.clear('cleared', 'b');

    expect(await one?.hit('cleared', 'b', threeAMinute)).toMatchObject({ allowed: true, remaining: 2 });
    for (const replica of [one, two]) await replica?.close();
  });

  it('falls back to counting in the process when Redis goes down, says so, and returns to it', async () => {
    const heard: boolean[] = [];
    const limits = await openLimits({ redisUrl: redis.url, onStoreChange: ({ ok }) => heard.push(ok) });
    expect(limits.health()).toEqual({ store: 'redis', ok: true });

    await redis.kill();
    await eventually(() => expect(limits.health()).toMatchObject({ store: 'redis', ok: false }));
    const away = [];
    for (let hit = 0; hit < 4; hit += 1) away.push(await limits.hit('fallback', 'c', threeAMinute));
    expect(away.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);

    await redis.start();
    await eventually(() => expect(limits.health()).toEqual({ store: 'redis', ok: true }));
    expect((await limits.hit('fallback', 'c', threeAMinute)).remaining).toBe(2);
    expect(heard).toEqual([true, false, true]);
    await limits.close();
  });

  it('opens without Redis, and counts in the process until it is there', async () => {
    const limits = await openLimits({ redisUrl: 'redis://127.0.0.1:1' });
    expect((await limits.hit('early', 'd', threeAMinute)).allowed).toBe(true);
    expect(limits.health().ok).toBe(false);
    await limits.close();
  });
});
