import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { run } from './run.ts';
import { releasedChangelog, stamped, stampedLock } from './stamp.ts';

/** What a release is made of: the files of a commit, in the version of the release. */
export interface Source {
  folder: string;
  commit: string;
  /** The time of the commit, in seconds since 1970: the time of all that is made of it. */
  seconds: number;
}

/** Exports the last commit into a folder of its own for a while: no file that is not committed becomes part of a release. */
export async function withSource<T>(
  checkout: string,
  version: string,
  use: (source: Source) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-release-'));
  try {
    const { commit, seconds } = await lastCommit(checkout);
    // With the modes that a checkout has as a rule: they are part of an image, and of what it is found by in the cache.
    await run('sh', ['-c', 'git -c tar.umask=0022 archive HEAD | tar -x -p -C "$0"', folder], { cwd: checkout });
    await stampFiles(folder, version, dayOf(seconds));
    await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
    return await use({ folder, commit, seconds });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function lastCommit(checkout: string): Promise<{ commit: string; seconds: number }> {
  const [commit = '', seconds] = (await run('git', ['log', '-1', '--format=%H %ct'], { cwd: checkout }))
    .trim()
    .split(' ');
  return { commit, seconds: Number(seconds) };
}

/** @throws when the working tree differs from the last commit */
export async function requireCleanTree(checkout: string): Promise<void> {
  const changes = await run('git', ['status', '--porcelain'], { cwd: checkout });
  if (changes !== '') throw new Error(`A release is made of a commit; commit or remove first:\n${changes}`);
}

/** Writes a version into the manifests, the lock file and the changelog of a checkout. */
export async function stampFiles(folder: string, version: string, day: string): Promise<void> {
  const lockFile = join(folder, 'package-lock.json');
  const lock = JSON.parse(await readFile(lockFile, 'utf8'));
  const manifests = Object.keys(lock.packages).filter((path) => !path.includes('node_modules/'));
  for (const path of manifests) await rewriteJson(join(folder, path, 'package.json'), (one) => stamped(one, version));
  await rewriteJson(lockFile, (one) => stampedLock(one as typeof lock, version));
  const changelog = join(folder, 'CHANGELOG.md');
  await writeFile(changelog, releasedChangelog(await readFile(changelog, 'utf8'), version, day));
}

export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

async function rewriteJson(file: string, change: (value: Record<string, unknown>) => object): Promise<void> {
  const before = await readFile(file, 'utf8');
  const value = JSON.parse(before);
  const after = change(value);
  // Byte by byte the same if nothing changes, whatever its form: images are cached by their files.
  if (JSON.stringify(after) !== JSON.stringify(value)) await writeFile(file, `${JSON.stringify(after, null, 2)}\n`);
}
