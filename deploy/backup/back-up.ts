import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { backUpServer, type CopiedFile, copyTree, syncDisk } from '@parley/embedded-postgres';

/** What a back-up says of itself, in `backup.json`. */
export interface Manifest {
  format: 1;
  /** Of the release that made it. */
  version: string;
  /** The moment that a restore goes back to; what was said later is lost, what was erased later must be erased again. */
  at: string;
  files: number;
  bytes: number;
}

export const manifestFile = 'backup.json';
/** Of every file, as `sha256sum --check` reads it. */
export const sumsFile = 'SHA256SUMS';

/** What the next start makes again: uploads under way, logs, and what commands have written for processes beside. */
const unwanted = /^(postgres|spool|operations\.json|[^/]*\.(log|env|new))$/;

/** Where `npm start` keeps everything. */
export function dataFolder(): string {
  const { PARLEY_DATA: folder } = process.env;
  return resolve(folder || '.parley');
}

/**
 * Copies an installation of `npm start`, which goes on meanwhile. Databases first: bytes without a record do no harm, a record without its
 * bytes does.
 * @param into a folder that does not exist; it appears when the back-up is whole
 */
export async function backUp(folder: string, into: string): Promise<Manifest> {
  if (existsSync(into)) throw new Error(`${into} is there already: a back-up is never written over another one.`);
  if (!existsSync(join(folder, 'keys.json'))) throw new Error(`There is no installation in ${folder}.`);
  const part = `${into}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const databases = await backUpServer(join(folder, 'postgres'), join(part, 'postgres'));
  const others = await copyTree(folder, join(part, 'data'), (path) => !unwanted.test(path));
  const files = [...below('postgres', databases.files), ...below('data', others)];
  const manifest: Manifest = {
    format: 1,
    version: await readVersion(),
    at: databases.at.toISOString(),
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
  await writeFile(join(part, sumsFile), files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(''));
  await writeFile(join(part, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`);
  await syncDisk();
  await rename(part, into);
  return manifest;
}

function below(folder: string, files: readonly CopiedFile[]): CopiedFile[] {
  return files.map((file) => ({ ...file, path: `${folder}/${file.path}` }));
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
