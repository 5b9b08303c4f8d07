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
const packages = { turbo: 'turbo', buf: '@bufbuild/buf' };
const jestArguments = [
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];

// All services share one process: less room for what is young takes a quarter off its memory.
const smallHeap = '--max-semi-space-size=8';

const commands = {
  start: () => runNode([smallHeap, 'apps/all-in-one/src/main.ts', ...rest]),
  test: () => runNode([...jestArguments, ...rest]),
  'test:compose': () => runNode([...jestArguments, '--config', 'deploy/jest.config.mjs', ...rest]),
  'test:mesh': () => runNode([...jestArguments, '--config', 'deploy/mesh/jest.config.mjs', ...rest]),
  'test:chaos': () => runNode(['deploy/mesh/chaos/main.ts', ...rest]),
  check: () => runTool('turbo', ['run', '--output-logs=errors-only', ...checks, ...rest]),
  generate: async () => (await runTool('buf', ['generate'])) || runNode(['scripts/generate-prisma.mjs']),
  bench: () => runNode(['bench/src/main.ts', ...rest]),
  seed: () => runNode(['bench/src/seed/main.ts', ...rest]),
  database: () => runNode(['apps/all-in-one/src/database.ts', ...rest]),
};
const checks = ['types', 'lint', 'boundaries', 'unused', 'stubs', 'proto', 'lock'].map((name) => `//#check:${name}`);

const [, , name, ...rest] = process.argv;
const command = commands[name];
if (!command) {
  console.error(`usage: node scripts/run.mjs ${Object.keys(commands).join('|')}`);
  process.exit(2);
}
installWhatIsMissing();
process.exitCode = await command();

function installWhatIsMissing() {
  if (!isInstalled()) {
    console.log('Installing what package-lock.json names (once) …');
    orExit(
      spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
        cwd: root,
        stdio: 'inherit',
        shell: process.platform === 'win32',
      }),
    );
  }
  orExit(spawnSync(pinnedNode, ['scripts/generate-prisma.mjs'], { cwd: root, stdio: 'inherit' }));
}

/** npm keeps what it installed in a lock file of its own; every package of ours must stand there in our version. */
function isInstalled() {
  const installedLock = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedLock) || !existsSync(pinnedNode)) return false;
  const installed = JSON.parse(readFileSync(installedLock, 'utf8')).packages;
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (!path.startsWith('node_modules/') || link) return true;
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

function orExit(result) {
  if (result.error) throw result.error;
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function runNode(args) {
  return run(pinnedNode, args);
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
function run(program, args) {
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules', 'node', 'bin'), bin, process.env.PATH].join(delimiter),
    TURBO_TELEMETRY_DISABLED: '1',
    DO_NOT_TRACK: '1',
  };
  // The channel tells the child when this process is killed, so that no orphan stays behind.
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
