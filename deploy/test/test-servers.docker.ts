import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findProgram } from '@parley/testkit';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

it.each([
  ['NATS', ['packages/testkit/src/server-process', '-t', 'a NATS']],
  ['Redis', ['packages/testkit/src/server-process', '-t', 'a Redis']],
  ['ClamAV', ['apps/media/src/scan/scanner.int', '-t', 'a real clamd']],
  ['MinIO', ['apps/media/src/storage/storage.int', '-t', 'S3']],
])(
  'brings %s in a container where its program is not installed, and leaves no container behind',
  async (_name, tests) => {
    const docker = findProgram('docker') ?? '';
    const args = ['node_modules/jest/bin/jest.js', ...tests];
    // As on a machine that has Docker and none of the servers.
    const { DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE } = process.env;
    const env = { PATH: '/nowhere', DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE, TESTCONTAINERS_RYUK_DISABLED: 'true' };
    const since = new Date().toISOString();
    const { stderr } = await run(process.execPath, args, { cwd: repository, env });
    expect(stderr).toMatch(/^Tests: +\d+ skipped, [1-9]\d* passed/m);

    const ours = ['--filter', 'label=org.testcontainers=true'];
    const created = ['--filter', 'event=create', '--format', '{{.ID}}'];
    const until = new Date().toISOString();
    const events = await run(docker, ['events', '--since', since, '--until', until, ...ours, ...created]);
    expect(events.stdout).not.toBe('');
    const { stdout } = await run(docker, ['ps', '--all', '--quiet', ...ours]);
    expect(stdout).toBe('');
  },
  180_000,
);
