import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../..', import.meta.url));
const sdk = join(repository, 'packages', 'sdk');
const tsc = join(repository, 'node_modules', '.bin', 'tsc');

/** A `ts` block of the documentation, as a module of its own. */
export interface Block {
  name: string;
  source: string;
  isRun: boolean;
}

/** What the examples of the documentation go on from, unless they declare it themselves. */
const given: Record<string, string> = {
  url: "const url = 'https://parley.example';",
  token: 'const token: string = process.env.PARLEY_TOKEN ?? "";',
  email: 'const email: string = process.env.PARLEY_EMAIL ?? "";',
  password: 'const password: string = process.env.PARLEY_PASSWORD ?? "";',
  request_id: 'const request_id: string = process.env.PARLEY_REQUEST ?? "";',
  visitor: "const visitor = { id: 'vera' };",
  parley:
    "const parley = (await import('@parley/sdk')).createParley({ url: 'https://parley.example', project: '64f0c0a1b2c3d4e5f6a7b8c9', token: process.env.PARLEY_TOKEN });",
};

/** The package as npm would publish it, installed alone into an empty folder with examples and documentation beside it. */
export class InstalledSdk {
  readonly folder: string;
  readonly tarball: string;

  private constructor(folder: string, tarball: string) {
    this.folder = folder;
    this.tarball = tarball;
  }

  static async make(): Promise<InstalledSdk> {
    const folder = await mkdtemp(join(tmpdir(), 'parley-sdk-installed-'));
    await run(process.execPath, [join(sdk, 'package', 'main.ts'), folder], { cwd: repository });
    const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`], {
      cwd: folder,
    });
    return new InstalledSdk(folder, join(folder, tarball));
  }

  get package(): string {
    return join(this.folder, 'node_modules', '@parley', 'sdk');
  }

  async files(): Promise<string[]> {
    const { stdout } = await run('tar', ['tzf', this.tarball]);
    return stdout
      .trim()
      .split('\n')
      .map((path) => path.replace(/^package\//, ''));
  }

  /** Copies the examples, and gives their names without the ending. */
  async addExamples(): Promise<string[]> {
    const names = (await readdir(join(sdk, 'examples'))).filter((name) => name.endsWith('.ts'));
    await mkdir(join(this.folder, 'src'), { recursive: true });
    for (const name of names) await copyFile(join(sdk, 'examples', name), join(this.folder, 'src', name));
    return names.map((name) => name.replace(/\.ts$/, ''));
  }

  /** Every fenced `ts` block of the package's README and of the guides. */
  async addBlocks(place: { url: string; project: string }): Promise<Block[]> {
    const guides = join(repository, 'docs', 'sdk');
    const documents = [join(sdk, 'README.md'), ...(await readdir(guides)).map((name) => join(guides, name))];
    const blocks: Block[] = [];
    for (const path of documents) {
      const text = await readFile(path, 'utf8');
      const title = path.endsWith('README.md') ? 'readme' : path.replace(/^.*\/|\.md$/g, '');
      for (const [, mark = '', source = ''] of text.matchAll(/^```ts(.*)\n([\s\S]*?)^```$/gm))
        blocks.push({
          name: `${title}-${blocks.length + 1}`,
          source: moduleOf(source, place),
          isRun: mark.trim() !== 'no-run',
        });
    }
    await mkdir(join(this.folder, 'src'), { recursive: true });
    for (const { name, source } of blocks) await writeFile(join(this.folder, 'src', `${name}.ts`), source);
    return blocks;
  }

  /** Type-checks what was added, strictly; for Node, builds it as well. */
  async compile(moduleResolution: 'bundler' | 'nodenext'): Promise<void> {
    const isBundler = moduleResolution === 'bundler';
    const config = {
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2022', 'DOM', 'DOM.Iterable'],
        module: isBundler ? 'esnext' : 'nodenext',
        moduleResolution,
        strict: true,
        noUncheckedIndexedAccess: true,
        // The types of the package are judged, too.
        skipLibCheck: false,
        types: ['node'],
        typeRoots: [join(repository, 'node_modules', '@types')],
        ...(isBundler ? { noEmit: true } : { rootDir: 'src', outDir: 'built' }),
      },
      include: ['src'],
    };
    await writeFile(join(this.folder, 'tsconfig.json'), JSON.stringify(config));
    await run(tsc, ['-p', this.folder], { cwd: this.folder }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }

  /**
   * Type-checks a program that uses every entry as strictly as TypeScript can: for browsers without any type of Node, for Node without
   * any of browsers.
   */
  async checkConsumer(platform: 'browser' | 'node'): Promise<void> {
    const entries = [
      '',
      '/realtime',
      '/webhooks',
      '/markup',
      '/client',
      ...(platform === 'browser' ? ['/browser'] : []),
    ];
    const imports = entries.map((entry, at) => `import * as entry${at} from '@parley/sdk${entry}';`);
    const use = `export const used: readonly object[] = [${entries.map((_, at) => `entry${at}`).join(', ')}];`;
    const call = `export const texts = async (parley: entry0.Parley): Promise<readonly string[]> =>
      (await entry0.listMessages(parley, { request_id: 'R' })).map(({ text }) => text);`;
    await this.#check(`for-${platform}`, [...imports, use, call].join('\n'), platform);
  }

  /**
   * Type-checks answers as literals of what the SDK says of them: a member that it does not know is a fault, as is one that is missing.
   * @param answers by named record, or else by operation
   */
  async checkAnswers(answers: Readonly<Record<string, unknown>>): Promise<void> {
    const types = await readFile(join(this.package, 'dist', 'generated', 'types.d.ts'), 'utf8');
    const isRecord = (name: string) => new RegExp(`export (type|interface) ${name}\\b`).test(types);
    const lines = Object.entries(answers).map(([name, answer]) => {
      const type = isRecord(name) ? `sdk.${name}` : `Awaited<ReturnType<typeof sdk.${name}>>`;
      return `export const of${name}: ${type} = ${JSON.stringify(answer)};`;
    });
    await this.#check('answers', ["import type * as sdk from '@parley/sdk';", ...lines].join('\n'), 'node');
  }

  async #check(name: string, source: string, platform: 'browser' | 'node'): Promise<void> {
    const folder = join(this.folder, name);
    const config = {
      compilerOptions: {
        ...{ target: 'ES2022', module: 'nodenext', moduleResolution: 'nodenext', noEmit: true, skipLibCheck: false },
        ...{
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          verbatimModuleSyntax: true,
        },
        lib: platform === 'browser' ? ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] : ['ES2022'],
        types: platform === 'browser' ? [] : ['node'],
        typeRoots: [join(repository, 'node_modules', '@types')],
      },
      include: ['.'],
    };
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'index.ts'), source);
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    await run(tsc, ['-p', folder], { cwd: folder }).catch((error: { stdout: string }) => {
      throw new Error(error.stdout);
    });
  }

  built(name: string): string {
    return join(this.folder, 'built', `${name}.js`);
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true });
  }
}

function moduleOf(source: string, { url, project }: { url: string; project: string }): string {
  const missing = Object.entries(given).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(source) &&
      !new RegExp(`(const|let|import \\{[^}]*)\\s*\\b${name}\\b`).test(source) &&
      !new RegExp(`\\b${name}: string\\b`).test(source),
  );
  const text = [...missing.map(([, line]) => line), source, 'export {};'].join('\n');
  return text.replaceAll('https://parley.example', url).replaceAll('64f0c0a1b2c3d4e5f6a7b8c9', project);
}

/** The pinned Node, and the oldest that is promised where the machine has it. */
export async function nodes(): Promise<[version: string, path: string][]> {
  const candidates = [
    process.execPath,
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
  ];
  const found = new Map<string, string>();
  for (const path of candidates) {
    const version = await run(path, ['--version']).then(
      ({ stdout }) => stdout.trim().split('.')[0],
      () => undefined,
    );
    if (version !== undefined && !found.has(version)) found.set(version, path);
  }
  return [...found];
}
