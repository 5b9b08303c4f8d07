// Builds what browsers load (`apps/console`, `apps/widget`), compressed for the gateway, when its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { glob, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const apps = ['console', 'widget'].map((name) => join(root, 'apps', name));
/** What a build is made of, beside the app's own folder. */
const shared = [
  'package-lock.json',
  'packages/sdk/src/**/*.ts',
  'scripts/build-pages.mjs',
  'scripts/compress-build.mjs',
];

/** A start that is going to fail must not build for a minute first. */
const isBeforeStart = process.argv.includes('--before-start');

for (const app of apps) await buildIfChanged(app);

async function buildIfChanged(app) {
  if (await isBuilt(app)) return;
  await lock();
  // By another process meanwhile.
  const stamp = await stampOf(app);
  if (await isBuilt(app, stamp)) return;
  if (isBeforeStart) run(join(root, 'apps/all-in-one/src/check-place.ts'), [], root);
  console.log(`Building the pages of apps/${basename(app)}, once; it takes a few seconds.`);
  // Built beside the old one: a start that is cut leaves a whole build or none.
  const fresh = join(app, 'dist.new');
  await rm(fresh, { recursive: true, force: true });
  run(join(root, 'node_modules/vite/bin/vite.js'), ['build', '--outDir', fresh, '--logLevel', 'warn'], app);
  run(join(root, 'scripts/compress-build.mjs'), [fresh], root);
  await writeFile(join(fresh, '.stamp'), stamp);
  await rm(join(app, 'dist'), { recursive: true, force: true });
  await rename(fresh, join(app, 'dist'));
}

async function isBuilt(app, stamp) {
  const built = await readFile(join(app, 'dist', '.stamp'), 'utf8').catch(() => undefined);
  return built !== undefined && built === (stamp ?? (await stampOf(app)));
}

/** One process builds at a time: `npm start` and tests may begin together. Held until the process ends. */
async function lock() {
  const folder = join(root, '.cache');
  const [own, held] = [join(folder, `build-pages.${process.pid}`), join(folder, 'build-pages.lock')];
  await mkdir(folder, { recursive: true });
  // Linked with its content, so that no other process finds it empty.
  await writeFile(own, String(process.pid));
  while (!(await isLinked(own, held))) {
    const holder = await readFile(held, 'utf8').catch(() => undefined);
    if (holder === String(process.pid)) break;
    if (holder !== undefined && !isAlive(Number(holder))) await rm(held, { force: true });
    await pause(100);
  }
  await rm(own, { force: true });
  process.once('exit', () => rmSync(held, { force: true }));
}

async function isLinked(own, held) {
  try {
    await link(own, held);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The content of every source, by its name. */
async function stampOf(app) {
  const own = ['*.html', '*.json', '*.ts', 'build/**', 'public/**', 'src/**'];
  const files = [
    ...(await Array.fromAsync(glob(own, { cwd: app, exclude: isTest }), (file) => join(app, file))),
    ...(await Array.fromAsync(glob(shared, { cwd: root, exclude: isTest }), (file) => join(root, file))),
  ].sort();
  const hash = createHash('sha256');
  for (const file of files) {
    const content = await readFile(file).catch(() => undefined);
    // A folder has none.
    if (content) hash.update(`${file.slice(root.length)}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function isTest(name) {
  return name.endsWith('.test.ts');
}

function run(script, args, cwd) {
  // Tests start this, too: what they load is what is shipped.
  const env = { ...process.env, NODE_ENV: 'production' };
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd, env, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
