import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { amountOf, eventually } from '@parley/testkit';

import { reservePorts } from '../src/ports.ts';
import { walkReadme } from './walk.ts';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
/** Takes most of the time: `npm test` gives the clone what is installed, generated and built here. */
const installs = amountOf({ quick: 0, soak: 1 }) === 1;
/** Of figures in its demo, which `demo-seeding.flow.test.ts` is about. */
const DEMO_DAYS = String(amountOf({ quick: 0, soak: 60 }));

/** What shells set for other programs: pam_mail, conda, a server's profile, a terminal with colours, an editor, psql. */
const loginShell = {
  MAIL: '/var/mail/ada',
  HOST: 'x86_64-conda-linux-gnu',
  NODE_ENV: 'production',
  FORCE_COLOR: '3',
  // Without it our Node could not run a single file of ours.
  NODE_OPTIONS: '--no-experimental-strip-types',
  NODE_PATH: '/nowhere',
  PGSSLMODE: 'require',
  PGOPTIONS: '-c nothing=1',
  npm_config_omit: 'dev',
};

it('brings a fresh clone up with `npm start` in a login shell, and every command of the README works as it stands', async () => {
  const clone = await newFolder();
  const [port] = await reservePorts(1);
  const url = `http://localhost:${port}`;
  await copySources(clone);

  const { CI: _, ...environment } = process.env;
  const start = spawn('npm', ['start'], {
    cwd: clone,
    env: { ...environment, ...loginShell, PORT: String(port), DEMO_DAYS },
    detached: true,
  });
  start.stdout.resume();
  start.stderr.resume();
  // Not its exit but that of all who hold its output: a signal to npm must end the mesh.
  const ended = new Promise((resolve) => start.once('close', resolve));
  try {
    await eventually(async () => expect((await fetch(`${url}/readyz`)).status).toBe(200), { timeoutMs: 240_000 });

    await walkReadme(url, { FORCE_COLOR: '3' });
  } finally {
    start.kill('SIGTERM');
    await ended;
    await rm(clone, { recursive: true, force: true });
  }
}, 400_000);

/** Where nothing around it can stand in for what was not installed, or on the disk of what is linked into it. */
async function newFolder(): Promise<string> {
  if (installs) return mkdtemp(join(tmpdir(), 'parley-readme-'));
  const cache = join(repository, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'readme-'));
  // Our own packages are those of the clone. What is generated and built is made again if it does not fit the sources.
  const own = ['node_modules/{.bin,.package-lock.json,@parley}', '{apps,packages}/*/node_modules'];
  const copy = `cp -al --parents ${[...own, 'apps/*/{dist,src/generated}'].join(' ')} ${folder}`;
  const link = `ln -s "$PWD"/node_modules/!(@parley) ${folder}/node_modules`;
  await run('bash', ['-O', 'nullglob', '-O', 'extglob', '-c', `${copy} && ${link}`], { cwd: repository });
  return folder;
}

/** What a clone would hold: every file git knows or would take, and nothing that was installed or generated. */
async function copySources(target: string): Promise<void> {
  const files = 'git ls-files -z --cached --others --exclude-standard --deduplicate';
  // Those that are deleted in the working tree may still be in the index.
  const pack = 'tar -c --null --files-from=- --ignore-failed-read';
  await run('bash', ['-c', `${files} | ${pack} | tar -x -C "$0"`, target], { cwd: repository });
}
