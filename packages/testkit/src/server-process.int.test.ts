import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

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
const engineWithoutImages = '#!/bin/sh\n[ "$1" = version ]\n';

it.each([
  ['no server', undefined],
  ['Docker without an image and without a registry', engineWithoutImages],
])(
  'leaves out what has %s, and says so at the end of the run, with the way to install it',
  async (_, docker) => {
    const repository = fileURLToPath(new URL('../../..', import.meta.url));
    const programs = await mkdtemp(join(tmpdir(), 'parley-programs-'));
    if (docker !== undefined) await writeFile(join(programs, 'docker'), docker, { mode: 0o755 });
    const args = ['node_modules/jest/bin/jest.js', 'packages/testkit/src/server-process'];
    // Of a machine without servers: this file again, without this test.
    const options = { cwd: repository, env: { PATH: programs } };
    const { stderr } = await run(process.execPath, [...args, '-t', 'a Redis|finds no'], options).finally(() =>
      rm(programs, { recursive: true }),
    );

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
