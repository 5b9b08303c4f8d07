// Builds the SDK and packs it into the folder that is named: what is published is this, and not the folder of the sources.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('..', import.meta.url));
const root = join(folder, '..', '..');
const target = resolve(process.argv[2] ?? '.');
const staging = mkdtempSync(join(tmpdir(), 'parley-sdk-'));

try {
  run(join(root, 'node_modules', '.bin', 'tsc'), [
    '-p',
    join(folder, 'tsconfig.build.json'),
    '--outDir',
    join(staging, 'dist'),
  ]);
  writeFileSync(join(staging, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  copyFileSync(join(root, 'LICENSE'), join(staging, 'LICENSE'));
  copyFileSync(join(folder, 'README.md'), join(staging, 'README.md'));
  mkdirSync(target, { recursive: true });
  run('npm', ['pack', '--silent', '--pack-destination', target], staging);
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** Entries lead to what was built; what only the repository needs is left out. */
function manifest(): object {
  const {
    devDependencies: _,
    private: __,
    scripts: ___,
    ...own
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown> & {
    exports: Record<string, string>;
  };
  const exports = Object.entries(own.exports).map(([entry, source]) => {
    const built = source.replace('./src/', './dist/').replace(/\.ts$/, '');
    return [entry, { types: `${built}.d.ts`, default: `${built}.js` }];
  });
  return {
    ...own,
    engines: { node: '>=20' },
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['dist'],
    publishConfig: { access: 'public', provenance: true },
  };
}

function run(program: string, args: readonly string[], cwd = root): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) throw error ?? new Error(`${program} ended with ${status}`);
}
