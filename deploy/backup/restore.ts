import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { copyTree, restoreServer, serverIsRunning, syncDisk } from '@parley/embedded-postgres';

import { type Manifest, manifestFile, sumsFile } from './back-up.ts';

/** Where media keeps the ledger of erasures in a folder of files. */
const ledger = join('media', 'erasures');

export interface Restored {
  manifest: Manifest;
  /** Where the data is that was there before; undefined when there was none. */
  replaced: string | undefined;
  /** Erasures and deletions since the moment of the back-up: they must be repeated. */
  erasures: number;
}

/**
 * Puts an installation back to the moment of a back-up. What was there is moved aside, but for the ledger of erasures, which goes on.
 * @throws Error when Parley runs, or when the back-up is not as it was written; nothing has changed then
 */
export async function restore(from: string, dataFolder: string): Promise<Restored> {
  const manifest = await verify(from);
  if (existsSync(dataFolder) && (await serverIsRunning(join(dataFolder, 'postgres'))))
    throw new Error('Parley is running: stop it first.');
  const aside = `${dataFolder}.restored`;
  await rm(aside, { recursive: true, force: true });
  await copyTree(join(from, 'data'), aside);
  const names = await mergeLedger(join(dataFolder, ledger), join(aside, ledger));
  const replaced = existsSync(dataFolder) ? `${dataFolder}.before-${stampOf(new Date())}` : undefined;
  if (replaced) await rename(dataFolder, replaced);
  await rename(aside, dataFolder);
  await restoreServer(join(from, 'postgres'), join(dataFolder, 'postgres'));
  await syncDisk();
  const since = Date.parse(manifest.at);
  return { manifest, replaced, erasures: names.filter((name) => Number(name.split('-')[0]) >= since).length };
}

/** @throws Error naming the first file that is not as it was written */
export async function verify(from: string): Promise<Manifest> {
  const text = await readFile(join(from, manifestFile), 'utf8').catch(() => undefined);
  if (text === undefined) throw new Error(`${from} holds no back-up: ${manifestFile} is missing.`);
  const manifest = JSON.parse(text) as Manifest;
  const lines = (await readFile(join(from, sumsFile), 'utf8')).split('\n').filter(Boolean);
  if (lines.length !== manifest.files) throw new Error(`${sumsFile} names ${lines.length} of ${manifest.files} files.`);
  for (const line of lines) {
    const [sum, path = ''] = [line.slice(0, 64), line.slice(66)];
    const hash = createHash('sha256');
    await pipeline(createReadStream(join(from, path)), hash).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? new Error(`The back-up has lost ${path}.`) : error;
    });
    if (hash.digest('hex') !== sum) throw new Error(`The back-up has another ${path} than was written.`);
  }
  return manifest;
}

/** @returns names of both ledgers */
async function mergeLedger(current: string, restored: string): Promise<string[]> {
  const names = await readdir(current).catch(() => []);
  if (names.length > 0) await mkdir(restored, { recursive: true, mode: 0o700 });
  for (const name of names)
    if (!existsSync(join(restored, name))) await copyFile(join(current, name), join(restored, name));
  return readdir(restored).catch(() => []);
}

function stampOf(at: Date): string {
  return at.toISOString().slice(0, 19).replaceAll(/[:-]/g, '');
}
