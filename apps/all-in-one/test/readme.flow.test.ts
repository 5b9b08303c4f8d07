import { execFile, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';

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

    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', await walk()], {
      env: { ...process.env, PARLEY_URL: url },
      timeout: 60_000,
    });

    expect(stdout).not.toContain('"success":false');
    expect(stdout).toContain('"first_text":"My parcel has not arrived."');
    expect(stdout).toContain('"text":"I am looking into it."');
    expect(stdout).toContain('"rating":5');
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/1000$/);
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

/** The shell blocks between the two markers, in order. */
async function walk(): Promise<string> {
  const readme = await readFile(join(repository, 'README.md'), 'utf8');
  const part = readme.slice(readme.indexOf('<!-- walk:begin'), readme.indexOf('<!-- walk:end'));
  return [...part.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands]) => commands).join('\necho\n');
}
