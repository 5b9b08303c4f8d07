#!/usr/bin/env node
// Runs every command of the repository on the pinned Node, installing first what is missing.
// Plain JavaScript without dependencies, for any Node from 20 on: on a fresh clone there is nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = join(root, 'node_modules', '.bin');
const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
const oldestNode = 20;
const packages = { turbo: 'turbo', buf: '@bufbuild/buf' };
const jest = 'node_modules/jest/bin/jest.js';

// All services share one process: less room for what is young takes a quarter off its memory.
const smallHeap = '--max-semi-space-size=8';
/** A move takes as much memory as it is given: with this, 400 MB at most, and no longer. */
const transfer = ['--max-semi-space-size=4', '--max-old-space-size=256', 'apps/transfer/src/main.ts'];

const commands = {
  start: async () =>
    (await buildPages('--before-start')) || runNode([smallHeap, 'apps/all-in-one/src/main.ts', ...rest]),
  build: () => buildPages(),
  // Who names files gets them, also those that have a run of their own.
  test: () => runNode([jest, ...(rest.some(isName) ? [] : [`--testPathIgnorePatterns=${ownRuns}`]), ...rest]),
  // What is killed and started again takes all the processor that it gets.
  'test:stress': () => runNode([jest, '--testMatch=**/*.stress.test.ts', '--maxWorkers=2', ...rest]),
  // A browser wants a core of its own, here and below.
  'test:browser': () => runNode([jest, '--testMatch=**/*.browser.test.ts', '--maxWorkers=2', ...rest]),
  // One after the other, whether the former has passed or not.
  'test:all': async () => {
    const { PARLEY_SOAK: amounts = 'true' } = process.env;
    Object.assign(process.env, { PARLEY_SOAK: amounts });
    let worst = 0;
    for (const suite of ['test', 'test:stress', 'test:browser', 'test:mesh']) {
      console.log(`\n== npm run ${suite}, with PARLEY_SOAK=${amounts}`);
      worst = Math.max(worst, await commands[suite]());
    }
    return worst;
  },
  'test:compose': () => runNode([jest, '--config', 'deploy/jest.config.mjs', ...rest]),
  // The flow tests again, on servers as operators run them; `TEST_DATABASE_URL` names the oldest supported PostgreSQL.
  'test:servers': () =>
    runNode([jest, '--testMatch=**/*.flow.test.ts', '--maxWorkers=2', ...rest], { REAL_SERVERS: 'true' }),
  'test:mesh': () => runNode([jest, '--config', 'deploy/mesh/jest.config.mjs', ...rest]),
  'test:chaos': () => runNode(['deploy/mesh/chaos/main.ts', ...rest]),
  'test:clients': () => runNode([jest, '--config', 'apps/all-in-one/test/clients/jest.config.mjs', ...rest]),
  check: () => runTool('turbo', ['run', '--output-logs=errors-only', ...checks, ...rest]),
  generate: async () =>
    (await runTool('buf', ['generate'])) ||
    (await runNode(['scripts/generate-prisma.mjs'])) ||
    (await runNode(['apps/transfer/src/write-schemas.ts'])) ||
    runNode(['packages/sdk/generate/main.ts']),
  'record:examples': () => runNode(['apps/all-in-one/test/reference/record-examples.ts']),
  bench: async () => (await buildPages()) || runNode(['bench/src/main.ts', ...rest]),
  seed: () => runNode(['bench/src/seed/main.ts', ...rest]),
  screenshots: async () => (await buildPages()) || runNode(['apps/all-in-one/test/take-screenshots.ts']),
  mail: () => runNode(['scripts/mail.mjs', ...rest]),
  database: () => runNode(['apps/all-in-one/src/database.ts', ...rest]),
  'verify-activities': () => runNode(['apps/analytics/src/verify-command.ts', ...rest]),
  user: () => runNode(['apps/workspace/src/user-command.ts', ...rest]),
  release: () => runNode(['deploy/release/main.ts', ...rest]),
  keys: () => runNode(['deploy/keys/main.ts', ...rest]),
  backup: () => runNode(['deploy/backup/main.ts', ...rest]),
  restore: () => runNode(['deploy/backup/restore-main.ts', ...rest]),
  // Figures are made again by analytics itself, copies of others' records by the program that moves projects.
  rebuild: () =>
    runNode(rest[0] === 'analytics' ? ['deploy/backup/rebuild-main.ts', ...rest] : [...transfer, 'rebuild', ...rest]),
  import: () => runNode([...transfer, 'import', ...rest]),
  export: () => runNode([...transfer, 'export', ...rest]),
};
const checks = ['types', 'lint', 'boundaries', 'unused', 'stubs', 'sdk', 'proto', 'lock'].map(
  (name) => `//#check:${name}`,
);

const ownRuns = '\\.(browser|stress)\\.test\\.ts$';
const isName = (argument) => !argument.startsWith('-');

const whatShellsSet = /^(?:NODE_(?:ENV|OPTIONS|PATH|USE_ENV_PROXY)|PG[A-Z]+)$/;

const [, , name, ...rest] = process.argv;
const command = commands[name];
if (!command) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`);
  process.exit(2);
}
await installWhatIsMissing();
process.exitCode = await command();

async function installWhatIsMissing() {
  if (Number.parseInt(process.versions.node, 10) < oldestNode)
    giveUp(`This is Node ${process.versions.node}: install Node ${oldestNode} or newer from https://nodejs.org.`);
  if (!isInstalled()) await install();
  const generating = spawnSync(pinnedNode, ['scripts/generate-prisma.mjs'], {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
  });
  if (generating.status !== 0)
    giveUp(generating.error?.message ?? 'The Prisma clients could not be generated: see above.');
}

async function install() {
  // Optional ones are for other platforms, most of them.
  const wanted = Object.entries(packagesOf('package-lock.json')).filter(([, { optional }]) => !optional);
  const folders = wanted.map(([path]) => path).filter((path) => path.startsWith('node_modules/'));
  console.log(`Installing ${folders.length} packages, once; it takes a minute or two.`);
  const began = Date.now();
  const progress = () => {
    const done = folders.filter((path) => existsSync(join(root, path, 'package.json'))).length;
    return `  ${done} of ${folders.length} packages after ${Math.round((Date.now() - began) / 1000)} s`;
  };
  const showing = process.stdout.isTTY && setInterval(() => process.stdout.write(`\r${progress()}`), 500);
  // Our tools are development dependencies, whatever the shell says of production.
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-progress', '--loglevel=error'];
  const child = spawn('npm', args, {
    cwd: root,
    env: environment(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const failure = await new Promise((resolve) => {
    child.on('error', (error) => resolve(`npm could not be started (${error.code}): install Node with npm.`));
    child.on('exit', (code) =>
      resolve(code === 0 ? undefined : 'The packages could not be installed: npm says why above.'),
    );
  });
  clearInterval(showing);
  if (failure) giveUp(failure);
  if (!existsSync(pinnedNode))
    giveUp('npm left out the package `node`: allow its installation script (ignore-scripts=false), then start again.');
  console.log(`${showing ? '\r' : ''}${progress()}`);
}

/** npm keeps what it installed in a lock file of its own; every package of ours must stand there in our version. */
function isInstalled() {
  const installedLock = join('node_modules', '.package-lock.json');
  if (!existsSync(join(root, installedLock)) || !existsSync(pinnedNode)) return false;
  const installed = packagesOf(installedLock);
  return Object.entries(packagesOf('package-lock.json')).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

function packagesOf(lock) {
  return JSON.parse(readFileSync(join(root, lock), 'utf8')).packages;
}

function giveUp(sentence) {
  console.error(sentence);
  process.exit(1);
}

/**
 * The environment without what a login shell sets for other programs: it may ask our Node for what it does not know, leave out
 * packages, or send our database calls elsewhere. `PARLEY_NODE_OPTIONS` is meant for us.
 */
function environment() {
  const kept = Object.entries(process.env).filter(([variable]) => !whatShellsSet.test(variable));
  const { PARLEY_NODE_OPTIONS: options } = process.env;
  return { ...Object.fromEntries(kept), ...(options && { NODE_OPTIONS: options }) };
}

/** What browsers load, when its sources have changed. */
function buildPages(...args) {
  return runNode(['scripts/build-pages.mjs', ...args]);
}

function runNode(args, variables) {
  return run(pinnedNode, args, variables);
}

function runTool(tool, args) {
  return run(pinnedNode, [binScript(tool), ...args]);
}

/** Tools are started through the pinned Node, whatever Node the machine has. */
function binScript(tool) {
  const manifest = JSON.parse(readFileSync(join(root, 'node_modules', packages[tool], 'package.json'), 'utf8'));
  const script = typeof manifest.bin === 'string' ? manifest.bin : manifest.bin[tool];
  return join(root, 'node_modules', packages[tool], script);
}

/** @returns {Promise<number>} the exit code; signals are passed on, so that Ctrl-C and `kill` end everything in order. */
function run(program, args, variables) {
  const env = {
    ...environment(),
    PATH: [join(root, 'node_modules', 'node', 'bin'), bin, process.env.PATH].join(delimiter),
    // Half of what a process of ours does before it is ready is to compile its modules.
    NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
    ...variables,
  };
  // The channel informs the child when this process is killed, so that no orphan stays behind.
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm hands a signal to the shell between it and us, which ends without telling us.
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref();
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 + 15 : 1)));
  });
}
