import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { run } from '../release/run.ts';

const repository = fileURLToPath(new URL('../..', import.meta.url));

/** What replicas of two releases share: tables, calls and events. */
const shared = [
  ':(glob)*/*/prisma/migrations/**',
  'proto',
  ':(glob)packages/contracts/src/**/events.ts',
  ':(glob)packages/contracts/src/**/*.events.ts',
];

/** The code of another commit, ready to run. */
export interface Code {
  folder: string;
  remove(): Promise<void>;
}

/**
 * The commit of the last release before this one. Before there is one: the last that had other tables, calls or events. `PREVIOUS_RELEASE`
 * names another one.
 * @returns undefined where the history is missing
 */
export async function findPreviousRelease(): Promise<string | undefined> {
  const { PREVIOUS_RELEASE: named } = process.env;
  if (named) return commitOf(named);
  try {
    if ((await git('rev-parse', '--is-shallow-repository')) === 'true') return undefined;
    // The commit of a release is followed by none of its own.
    const release = await git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^').catch(() => undefined);
    if (release) return await commitOf(release);
    return await commitOf(`${await git('log', '-1', '--no-merges', '--format=%H', '--', ...shared)}^`);
  } catch {
    return undefined;
  }
}

/** Exports a commit into a folder of its own, with what it needs to run. */
export async function exportCode(commit: string): Promise<Code> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-previous-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await run('sh', ['-c', 'git archive "$1" | tar -x -C "$0"', folder, commit], { cwd: repository });
    if (await hasSamePackages(folder)) await linkPackages(folder);
    else await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder });
    await run(process.execPath, ['scripts/generate-prisma.mjs'], { cwd: folder });
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Whether all packages of others that it asks for are installed here, in the versions that it asks for. */
async function hasSamePackages(folder: string): Promise<boolean> {
  const [here, there] = await Promise.all([repository, folder].map(packagesOf));
  return Object.entries(there ?? {}).every(
    ([path, { version }]) => !path.includes('node_modules/') || here?.[path]?.version === version,
  );
}

async function packagesOf(folder: string): Promise<Record<string, { version?: string }>> {
  return JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')).packages;
}

/** Packages of others are ours; its own ones lead to its folder. Prisma clients of the same schema need not be generated again. */
async function linkPackages(folder: string): Promise<void> {
  for await (const path of glob('{.,apps/*,packages/*}/node_modules/*', { cwd: repository })) {
    await mkdir(join(folder, dirname(path)), { recursive: true });
    if (basename(path) === '@parley') await cp(join(repository, path), join(folder, path), asLinks);
    else await symlink(join(repository, path), join(folder, path));
  }
  for await (const path of glob('apps/*/src/generated', { cwd: repository }))
    await cp(join(repository, path), join(folder, path), { recursive: true });
}

const asLinks = { recursive: true, verbatimSymlinks: true };

const commitOf = (name: string): Promise<string> => git('rev-parse', '--verify', `${name}^{commit}`);

async function git(...args: string[]): Promise<string> {
  return (await run('git', args, { cwd: repository })).trim();
}
