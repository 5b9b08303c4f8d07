import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { walkReadme } from './walk.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));

it('brings a fresh clone up with `npm start`, and every command of the README works as it stands', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'parley-readme-'));
  const [port] = await reservePorts([0]);
  const url = `http://localhost:${port}`;
  await copySources(clone);

  const { CI: _, ...environment } = process.env;
  const start = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...environment, PORT: String(port), NODE_ENV: '' },
    detached: true,
  });
  start.stdout.resume();
  start.stderr.resume();
  // Not its exit but that of all who hold its output: a signal to npm must end the mesh.
  const ended = new Promise((resolve) => start.once('close', resolve));
  try {
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeoutMs: 240_000 });

    await walkReadme(url);
  } finally {
    start.kill('SIGTERM');
    await ended;
    await rm(clone, { recursive: true, force: true });
  }
}, 400_000);

/** What a clone would hold: every file git knows or would take, and nothing that was installed or generated. */
async function copySources(target: string): Promise<void> {
  const { stdout } = await run(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: repository, maxBuffer: 2 ** 26 },
  );
  for (const file of stdout.split('\0').filter(Boolean)) {
    await cp(join(repository, file), join(target, file), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      // Deleted in the working tree, not yet in the index.
      if (error.code !== 'ENOENT') throw error;
    });
  }
}
