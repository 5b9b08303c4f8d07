import { startNatsServer } from './nats-server.ts';
import { startRedisServer } from './redis-server.ts';
import { describeWithProgram, findProgram, startServer } from './server-process.ts';

it('finds no program that is not installed', () => {
  expect(findProgram('parley-has-no-such-server')).toBeUndefined();
});

it('tells what a server has said that did not come up', async () => {
  const never = () => Promise.reject(new Error('not yet'));

  await expect(startServer('/bin/sh', ['-c', 'echo port in use >&2; exit 1'], never)).rejects.toThrow('port in use');
});

describeWithProgram('redis-server', 'a Redis for tests', () => {
  it('comes up on a port of its own, and again after it was killed', async () => {
    const [one, two] = [await startRedisServer(), await startRedisServer()];
    expect(one.url).not.toBe(two.url);

    await one.kill();
    await one.start();

    await Promise.all([one.stop(), two.stop()]);
  });
});

describeWithProgram('nats-server', 'a NATS for tests', () => {
  it('comes up on a port of its own, and again after it was killed', async () => {
    const server = await startNatsServer();
    expect(server.url).toMatch(/^nats:\/\/127\.0\.0\.1:\d+$/);

    await server.kill();
    await server.start();

    await server.stop();
  });
});
