import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { type Pack, pack } from 'tar-stream';

/** Takes the file of a part, which is removed afterwards. */
export type StorePart = (part: { name: string; file: string; size: number; sha256: string }) => Promise<void>;

/** A tar is made of these; each file has one for its header. */
const block = 512;

/** Packs files into tars of limited size, one after the other. A file larger than the limit has a tar of its own. */
export class TarParts {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #store: StorePart;
  #open: OpenTar | undefined;
  #count = 0;

  constructor({ folder, maxBytes, store }: { folder: string; maxBytes: number; store: StorePart }) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#store = store;
  }

  async addFile(name: string, file: string): Promise<void> {
    const { size } = await stat(file);
    await this.add(name, size, createReadStream(file));
  }

  /** @throws Error when there are other than `size` bytes */
  async add(name: string, size: number, bytes: AsyncIterable<unknown>): Promise<void> {
    if (this.#open && this.#open.size + block + size > this.#maxBytes) await this.end();
    this.#open ??= new OpenTar(join(this.#folder, 'part.tar'));
    await this.#open.add(name, size, bytes);
  }

  /** Stores the last part. */
  async end(): Promise<void> {
    if (!this.#open) return;
    const { file } = this.#open;
    const { size, sha256 } = await this.#open.end();
    this.#open = undefined;
    this.#count += 1;
    await this.#store({ name: `part-${String(this.#count).padStart(6, '0')}.tar`, file, size, sha256 });
    await rm(file, { force: true });
  }

  /** Gives up the part that is open. */
  abandon(): void {
    this.#open?.abandon();
    this.#open = undefined;
  }
}

class OpenTar {
  readonly file: string;
  readonly #pack: Pack = pack();
  readonly #hash = createHash('sha256');
  readonly #stored: Promise<void>;
  /** So far, without the end of the tar. */
  size = 0;

  constructor(file: string) {
    this.file = file;
    const hashed = async function* (hash: Hash, bytes: AsyncIterable<Buffer>) {
      for await (const piece of bytes) {
        hash.update(piece);
        yield piece;
      }
    };
    this.#stored = pipeline(hashed(this.#hash, this.#pack as AsyncIterable<Buffer>), createWriteStream(file));
    // It is waited for at the end; until then a failure must not end the process.
    this.#stored.catch((error: Error) => this.#pack.destroy(error));
  }

  /** @throws Error when there are other than `size` bytes */
  async add(name: string, size: number, bytes: AsyncIterable<unknown>): Promise<void> {
    await pipeline(bytes, this.#pack.entry({ name, size, mode: 0o600, mtime: new Date(0) }));
    this.size += block + Math.ceil(size / block) * block;
  }

  async end(): Promise<{ size: number; sha256: string }> {
    this.#pack.finalize();
    await this.#stored;
    return { size: (await stat(this.file)).size, sha256: this.#hash.digest('hex') };
  }

  abandon(): void {
    this.#pack.destroy();
  }
}
