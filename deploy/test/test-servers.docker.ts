import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { findProgram } from '@parley/testkit';

const repository = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

it.each([
  ['Redis', ['packages/testkit/src/server-process', '-t', 'a Redis']],
  ['ClamAV', ['apps/media/src/scan/scanner.int', '-t', 'a real clamd']],
  ['MinIO', ['apps/media/src/storage/storage.int', '-t', 'S3']],
])(
  'brings %s in a container where its program is not installed, and leaves no container behind',
  async (_name, tests) => {
    const docker = findProgram('docker') ?? '';
    // As on a machine that has Docker and none of the servers.
    const programs = await mkdtemp(join(tmpdir(), 'parley-programs-'));
    try {
      await symlink(docker, join(programs, 'docker'));
      const args = ['node_modules/jest/bin/jest.js', ...tests];
      const { DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE } = process.env;
      const options = { cwd: repository, env: { PATH: programs, DOCKER_HOST, DOCKER_CONFIG, S3_IMAGE } };
      const since = new Date().toISOString();
      const { stderr } = await run(process.execPath, args, options);
      expect(stderr).toMatch(/^Tests: +\d+ skipped, [1-9]\d* passed/m);

      const created = ['--filter', 'event=create', '--format', '{{.Actor.Attributes.name}}'];
      const events = await run(docker, ['events', '--since', since, '--until', new Date().toISOString(), ...created]);
      expect(events.stdout).toContain('parley-test-');
      const { stdout } = await run(docker, ['ps', '--all', '--format', '{{.Names}}']);
      expect(stdout.split('\n').filter((name) => name.startsWith('parley-test-'))).toEqual([]);
    } finally {
      await rm(programs, { recursive: true, force: true });
    }
  },
  180_000,
);
