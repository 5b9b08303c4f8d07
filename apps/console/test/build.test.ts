import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const app = fileURLToPath(new URL('..', import.meta.url));
const vite = fileURLToPath(new URL('../../../node_modules/vite/bin/vite.js', import.meta.url));
const kB = 1000;

/** What browsers load, by its name in the folder of the build. */
class Build {
  readonly files = new Map<string, Buffer>();

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) this.files.set(path.slice(folder.length + 1), readFileSync(path));
    }
  }

  text(name: string): string {
    return this.files.get(name)?.toString() ?? '';
  }

  /** Names that the page itself asks for. */
  get ofPage(): string[] {
    return [...this.text('index.html').matchAll(/(?:src|href)="\/console\/([^"]+)"/g)].map(([, name = '']) => name);
  }

  /** With all that they import, as far as it is loaded with them. */
  withImports(names: readonly string[]): Set<string> {
    const found = new Set<string>();
    const add = (name: string) => {
      if (found.has(name)) return;
      found.add(name);
      for (const [, file = ''] of this.text(name).matchAll(/(?:\bfrom|\bimport)\s*"\.\/([^"]+)"/g))
        add(`assets/${file}`);
    };
    for (const name of names) add(name);
    return found;
  }

  named(pattern: RegExp): string[] {
    return [...this.files.keys()].filter((name) => pattern.test(name));
  }

  /** Bytes on the wire. */
  sizeOf(names: Iterable<string>, ending: string): number {
    const bytes = [...names]
      .filter((name) => name.endsWith(ending))
      .map((name) => gzipSync(this.files.get(name) ?? '').length);
    return bytes.reduce((sum, size) => sum + size, 0);
  }
}

describe('the build of the console', () => {
  let folders: string[];
  let build: Build;
  let again: Build;
  /** What stands in the page before the inbox can be used. */
  let first: Set<string>;

  beforeAll(async () => {
    folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'parley-console-build-'))));
    for (const folder of folders) {
      const { status, stderr } = spawnSync(
        process.execPath,
        [vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'],
        { cwd: app, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
      );
      if (status !== 0) throw new Error(stderr);
    }
    [build, again] = folders.map((folder) => new Build(folder)) as [Build, Build];
    const screen = build.named(/^assets\/inbox-screen-.*\.(?:js|css)$/);
    expect(screen).not.toEqual([]);
    first = build.withImports([...build.ofPage, ...screen]);
  }, 120_000);
  afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

  it('is small until the inbox can be used', () => {
    expect(build.sizeOf(first, '.js') / kB).toBeLessThanOrEqual(220);
    expect(build.sizeOf(first, '.css') / kB).toBeLessThanOrEqual(20);
  });

  it('asks for few files until the inbox can be used, so that they and eight calls stay within twenty', () => {
    expect([...first].filter((name) => /\.(?:js|css)$/.test(name)).length).toBeLessThanOrEqual(11);
  });

  it('is small in each further part, and as a whole', () => {
    const parts = build.named(/^assets\/[\w-]+-(?:screen|bar|dialog|pickers|notifier|palette)[\w-]*\.js$/);
    const own = parts.map((part) => [...build.withImports([part])].filter((name) => !first.has(name)));
    expect(parts.length).toBeGreaterThan(5);
    for (const names of own) expect(build.sizeOf(names, '.js') / kB).toBeLessThanOrEqual(60);
    // Of the languages, a person loads one.
    const all = build.named(/\.js$/).filter((name) => !/^assets\/(?:de|es|fr|it|pt)-/.test(name));
    expect(build.sizeOf(all, '.js') / kB).toBeLessThanOrEqual(600);
  });

  it('holds every file that it names, and nothing that is for developers', () => {
    const named = [...build.files.keys()].flatMap((name) =>
      [...build.text(name).matchAll(/"(?:\.\/|\/console\/)?((?:assets\/)?[\w-]+-[\w-]{8}\.(?:js|css|svg))"/g)].map(
        ([, file = '']) => (file.startsWith('assets/') ? file : `assets/${file}`),
      ),
    );
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !build.files.has(name))).toEqual([]);
    expect(build.named(/\.map$|\.tsx?$|test|fixture|kit/)).toEqual([]);
    expect([...build.files.keys()].filter((name) => build.text(name).includes('__kit'))).toEqual([]);
  });

  it('is the same, byte by byte, when it is made again', () => {
    expect([...again.files.keys()].sort()).toEqual([...build.files.keys()].sort());
    for (const [name, bytes] of build.files) expect([name, again.files.get(name)?.equals(bytes)]).toEqual([name, true]);
  });
});
