import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findProgram, timeoutOf } from '@parley/testkit';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);
const timeoutMs = 180_000;

it.each([
  ['NATS', ['packages/testkit/src/server-process', '-t', 'a NATS']],
  ['Redis', ['packages/testkit/src/server-process', '-t', 'a Redis']],
  ['ClamAV', ['apps/media/src/scan/scanner.int', '-t', 'a real clamd']],
  ['S3', ['apps/media/src/storage/storage.int', '-t', 'S3']],
])(
  'brings %s in a container where its program is not installed, and leaves no container behind',
  async (_name, tests) => {
    const docker = findProgram('docker') ?? '';
    const args = ['node_modules/jest/bin/jest.js', ...tests];
    // As on a machine that has Docker and none of the servers.
    const { DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE } = process.env;
    const env = { PATH: '/nowhere', DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    const ours = ['--filter', 'label=org.testcontainers=true'];
    // Heard as they happen: Docker remembers the last few hundred events only, and other tests make many.
    const listener = spawn(docker, ['events', ...ours, '--filter', 'event=create', '--format', '{{.ID}}']);
    const created = text(listener.stdout);
    const ending = { timeout: timeoutOf(timeoutMs - 20_000), killSignal: 'SIGKILL' } as const;
    const outcome = run(process.execPath, args, { cwd: repository, env, ...ending });
    await outcome.finally(() => listener.kill()).catch(() => undefined);

    // Of this run alone: what another one has left is its own fault.
    const ids = (await created).trim().split('\n');
    const { stdout } = await run(docker, ['ps', '--all', '--quiet', '--no-trunc', ...ours]);
    const left = stdout.split('\n').filter((id) => ids.includes(id) && id !== '');
    if (left.length > 0) await run(docker, ['rm', '--force', '--volumes', ...left]);

    expect((await outcome).stderr).toMatch(/^Tests: +\d+ skipped, [1-9]\d* passed/m);
    expect(ids).not.toEqual(['']);
    expect(left).toEqual([]);
  },
  timeoutMs,
);
