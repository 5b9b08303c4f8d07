// Builds what browsers load (`apps/console`, `apps/widget`), compressed for the gateway, when its sources have changed since the last build.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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
  const stampFile = join(app, 'dist', '.stamp');
  const stamp = await stampOf(app);
  if (existsSync(stampFile) && (await readFile(stampFile, 'utf8')) === stamp) return;
  if (isBeforeStart) run(join(root, 'apps/all-in-one/src/check-place.ts'), [], root);
  // Built beside the old one: a start that is cut leaves a whole build or none.
  const fresh = join(app, 'dist.new');
  await rm(fresh, { recursive: true, force: true });
  run(join(root, 'node_modules/vite/bin/vite.js'), ['build', '--outDir', fresh, '--logLevel', 'warn'], app);
  run(join(root, 'scripts/compress-build.mjs'), [fresh], root);
  await writeFile(join(fresh, '.stamp'), stamp);
  await rm(join(app, 'dist'), { recursive: true, force: true });
  await rename(fresh, join(app, 'dist'));
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
  const { status } = spawnSync(process.execPath, [script, ...args], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
