import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { type FileHandle, lchown, mkdir, open, opendir, readlink, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface CopiedFile {
  /** Below the folder that was copied, with `/`. */
  path: string;
  bytes: number;
  sha256: string;
}

const chunkBytes = 2 ** 20;

/**
 * Copies a folder with modes and, as root, owners; what disappears meanwhile is left out.
 * @param isWanted of a path below the folder; a folder that is not wanted is not entered
 */
export async function copyTree(
  from: string,
  to: string,
  isWanted: (path: string) => boolean = () => true,
): Promise<CopiedFile[]> {
  const files: CopiedFile[] = [];
  const copyFolder = async (below: string): Promise<void> => {
    const place = join(from, below);
    const { mode, uid, gid } = await stat(place);
    await mkdir(join(to, below), { recursive: true, mode: mode & 0o777 });
    await own(join(to, below), uid, gid);
    for await (const entry of await opendir(place)) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (!isWanted(path)) continue;
      await unlessGone(async () => {
        if (entry.isDirectory()) await copyFolder(path);
        else if (entry.isSymbolicLink()) await symlink(await readlink(join(from, path)), join(to, path));
        else if (entry.isFile()) files.push({ path, ...(await copyFile(join(from, path), join(to, path))) });
      });
    }
  };
  await copyFolder('');
  return files;
}

async function copyFile(from: string, to: string): Promise<{ bytes: number; sha256: string }> {
  const source = await open(from, 'r');
  try {
    const { mode, uid, gid } = await source.stat();
    const target = await open(to, 'wx', mode & 0o777);
    try {
      const written = await copyBytes(source, target);
      await own(to, uid, gid);
      return written;
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function copyBytes(source: FileHandle, target: FileHandle): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const buffer = Buffer.allocUnsafe(chunkBytes);
  for (let read = await next(source, buffer); read > 0; read = await next(source, buffer)) {
    const chunk = buffer.subarray(0, read);
    hash.update(chunk);
    await target.writeFile(chunk);
    bytes += read;
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function next(source: FileHandle, buffer: Buffer): Promise<number> {
  return (await source.read(buffer, 0, buffer.length)).bytesRead;
}

/** Only root may give files away. */
async function own(path: string, uid: number, gid: number): Promise<void> {
  if (process.getuid?.() === 0) await lchown(path, uid, gid);
}

async function unlessGone(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

/** Waits until what was written is on the disk: once for all, since thousands of small files take minutes one by one. */
export async function syncDisk(): Promise<void> {
  if (process.platform !== 'win32') await promisify(execFile)('sync');
}
