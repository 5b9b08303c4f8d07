import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { offeredVariable } from './container.ts';
import { startNatsServer } from './nats-server.ts';
import { startRedisServer } from './redis-server.ts';
import { describeWithProgram, findProgram, startServer } from './server-process.ts';

const run = promisify(execFile);

it('finds no program that is not installed', () => {
  expect(findProgram('parley-has-no-such-server')).toBeUndefined();
});

it('reports the output of a server that does not start', async () => {
  const never = () => Promise.reject(new Error('not yet'));

  await expect(startServer('/bin/sh', ['-c', 'echo port in use >&2; exit 1'], never)).rejects.toThrow('port in use');
});

/** A Docker engine that answers and has no image, on a machine without a registry. */
async function engineWithoutImages(folder: string): Promise<Server> {
  const engine = createServer(({ url = '' }, answer) => {
    const hasIt = /\/info$|\/_ping$/.test(url);
    answer.writeHead(hasIt ? 200 : 404, { 'content-type': 'application/json' });
    answer.end(JSON.stringify(hasIt ? { OperatingSystem: 'Debian' } : { message: 'No such image' }));
  });
  engine.listen(join(folder, 'docker.sock'));
  await once(engine, 'listening');
  return engine;
}

it.each([
  ['no server', { [offeredVariable]: '' }],
  ['Docker without an image and without a registry', {}],
])(
  'leaves out what has %s, and says so at the end of the run, with the way to install it',
  async (_, variables) => {
    const repository = fileURLToPath(new URL('../../..', import.meta.url));
    const programs = await mkdtemp(join(tmpdir(), 'parley-programs-'));
    const engine = await engineWithoutImages(programs);
    const args = ['node_modules/jest/bin/jest.js', 'packages/testkit/src/server-process'];
    // Of a machine without servers: this file again, without this test.
    const env = { PATH: programs, DOCKER_HOST: `unix://${join(programs, 'docker.sock')}`, ...variables };
    const { stderr } = await run(process.execPath, [...args, '-t', 'a Redis|finds no'], { cwd: repository, env });
    engine.close();
    await rm(programs, { recursive: true });

    const summary = stderr.slice(stderr.lastIndexOf('Tests: '));
    expect(summary).toMatch(/^Tests: +5 skipped, 1 passed/);
    expect(summary).toMatch(
      / {2}redis-server: 1 test\. Install it with `apt-get install redis-server` or `brew install redis`; or start a Docker engine on Linux, which runs one\.\n$/,
    );
  },
  60_000,
);

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
