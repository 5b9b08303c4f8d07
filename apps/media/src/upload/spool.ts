import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { commonErrors, mediaErrors } from '@parley/contracts';

/** Uploaded bytes on the disk that are not yet inspected. */
export interface Spooled {
  file: string;
  size: number;
  sha256: string;
}

const leftOverMs = 3_600_000;
const mode = 0o600;

/** A folder for uploads in progress. Its files have generated names and are removed when their upload is answered. */
export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #sweeping: NodeJS.Timeout;
  /** Those of this process. */
  readonly #folders = new Set<string>();
  #bytes = 0;

  private constructor(folder: string, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    // An interval rather than a job: every replica has its own spool.
    this.#sweeping = setInterval(() => void this.sweep().catch(() => undefined), leftOverMs);
    this.#sweeping.unref();
  }

  static async open(folder: string, maxBytes: number): Promise<Spool> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const spool = new Spool(folder, maxBytes);
    await spool.sweep();
    return spool;
  }

  close(): void {
    clearInterval(this.#sweeping);
  }

  /**
   * Writes a stream to the disk while hashing and counting it; removes the file if that fails.
   * @throws mediaErrors.file_too_large as soon as the limit is passed; commonErrors.busy when the spool is full
   */
  async write(source: Readable, limit: number): Promise<Spooled> {
    const file = this.#newPath();
    const hash = createHash('sha256');
    let size = 0;
    const counting = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        size += chunk.length;
        this.#bytes += chunk.length;
        if (size > limit) return done(tooLarge(limit));
        if (this.#bytes > this.#maxBytes) return done(commonErrors.busy({ retryAfterSeconds: 5 }));
        hash.update(chunk);
        done(null, chunk);
      },
    });
    try {
      await pipeline(source, counting, createWriteStream(file, { flags: 'wx', mode }));
      return { file, size, sha256: hash.digest('hex') };
    } catch (error) {
      this.#bytes -= size;
      await rm(file, { force: true });
      if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC') {
        throw commonErrors.busy({ retryAfterSeconds: 10 }, error);
      }
      throw error;
    }
  }

  /** Bytes of uploads in progress. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Creates an empty file for processed images; the caller removes it. */
  async createFile(): Promise<string> {
    const file = this.#newPath();
    await writeFile(file, '', { flag: 'wx', mode });
    return file;
  }

  /** Creates a folder for an export in progress. Its bytes do not count: one export runs at a time. */
  async createFolder(): Promise<string> {
    const folder = this.#newPath();
    this.#folders.add(folder);
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }

  async dropFolder(folder: string): Promise<void> {
    await rm(folder, { recursive: true, force: true });
    this.#folders.delete(folder);
  }

  async drop({ file, size }: Pick<Spooled, 'file' | 'size'>): Promise<void> {
    this.#bytes -= size;
    await rm(file, { force: true });
  }

  /** Removes files left behind by crashed processes. */
  async sweep(): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const file = join(this.#folder, name);
      const found = await stat(file).catch(() => undefined);
      if (!found || this.#folders.has(file) || found.mtimeMs > Date.now() - leftOverMs) continue;
      await rm(file, { recursive: true, force: true });
    }
  }

  /** Names of its files, for tests and metrics. */
  async files(): Promise<string[]> {
    return readdir(this.#folder);
  }

  #newPath(): string {
    return join(this.#folder, randomUUID());
  }

  /** @throws Error when the disk is full */
  async check(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < 64 * 2 ** 20) throw new Error('the disk is full');
  }
}

/** The 413 in the form that clients read. */
export function tooLarge(limit: number) {
  return mediaErrors.file_too_large({ limit, limit_file_size: limit });
}
