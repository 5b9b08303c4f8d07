import { randomUUID } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';

import { mediaErrors } from '@parley/contracts';

import type { Range } from '../file/range.ts';
import { checkKey, checkName, ledgerFolder, type Storage, type StoredObject } from './storage.ts';

const privately = { folder: 0o700, file: 0o600 };
/** Free space below which the disk counts as full. */
const leastFreeBytes = 64 * 2 ** 20;

/** Stores objects as files in two levels of subfolders. */
export async function folderStorage(folder: string): Promise<Storage> {
  await mkdir(folder, { recursive: true, mode: privately.folder });
  return {
    name: 'folder',
    put: (key, file) => translating(() => put(fileOf(folder, key), file)),
    get: (key, range) => translating(() => get(fileOf(folder, key), range)),
    remove: (key) => translating(() => rm(fileOf(folder, key), { force: true })),
    record: (name) => translating(() => record(join(folder, ledgerFolder), name)),
    recorded: (after) => recorded(join(folder, ledgerFolder), after),
    list: () => list(folder),
    sweep: (before) => sweep(folder, before),
    check: () => check(folder),
  };
}

/** `ab/cd/<project>.<object>.o`, sharded by the last digits of the object's id, which counts up. */
function fileOf(folder: string, key: string): string {
  checkKey(key);
  const [projectId = '', objectId = '', part = ''] = key.split('/');
  return join(folder, objectId.slice(-2), objectId.slice(-4, -2), `${projectId}.${objectId}.${part}`);
}

const fileShape = /^([0-9a-f]{24})\.([0-9a-f]{24})\.([ot])$/;
const temporaryShape = /^\.[0-9a-f-]{36}$/;

/** Writes to a temporary file, syncs and renames it: after a crash the object is complete or absent. */
async function put(target: string, file: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: privately.folder });
  const temporary = join(dirname(target), `.${randomUUID()}`);
  try {
    const handle = await open(temporary, 'wx', privately.file);
    try {
      await handle.writeFile(createReadStream(file));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, target);
    await syncFolder(dirname(target));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function get(file: string, range?: Range): Promise<Readable | undefined> {
  let handle: FileHandle;
  try {
    handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  return handle.createReadStream({ start: range?.start, end: range?.end, autoClose: true });
}

async function record(ledger: string, name: string): Promise<void> {
  checkName(name);
  await mkdir(ledger, { recursive: true, mode: privately.folder });
  const handle = await open(join(ledger, name), 'a', privately.file);
  await handle.close();
  await syncFolder(ledger);
}

async function* recorded(ledger: string, after: string): AsyncGenerator<string> {
  const names = await translating(() => namesIn(ledger));
  yield* names.filter((name) => name > after).sort();
}

async function* list(folder: string): AsyncGenerator<StoredObject> {
  for await (const file of filesIn(folder)) {
    const match = fileShape.exec(file.name);
    if (match) yield { key: match.slice(1).join('/'), modifiedAt: file.modifiedAt };
  }
}

async function sweep(folder: string, before: Date): Promise<void> {
  for await (const { name, path, modifiedAt } of filesIn(folder)) {
    if (temporaryShape.test(name) && modifiedAt < before) await rm(path, { force: true });
  }
}

async function* filesIn(folder: string) {
  for (const first of await namesIn(folder)) {
    if (first === ledgerFolder) continue;
    for (const second of await namesIn(join(folder, first))) {
      const parent = join(folder, first, second);
      for (const name of await namesIn(parent)) {
        const path = join(parent, name);
        const found = await stat(path).catch(() => undefined);
        if (found) yield { name, path, modifiedAt: found.mtime };
      }
    }
  }
}

/** A file in place of a folder, or a folder that has disappeared, counts as empty. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return [];
    throw error;
  }
}

async function check(folder: string): Promise<void> {
  await access(folder, constants.W_OK);
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < leastFreeBytes) throw new Error('the disk is full');
}

async function translating<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (codeOf(error) === '') throw error;
    throw mediaErrors.storage_unavailable({ retryAfterSeconds: 10 }, error);
  }
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
}
