import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Takes the file of a part, which is removed afterwards. */
export type StorePart = (part: { name: string; file: string; size: number; sha256: string }) => Promise<void>;

const block = 512;

/** Packs files into tars of limited size (ustar), one after the other. A file larger than the limit has a tar of its own. */
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
  readonly #stream: WriteStream;
  readonly #closed: Promise<unknown>;
  readonly #hash = createHash('sha256');
  size = 0;

  constructor(file: string) {
    this.file = file;
    this.#stream = createWriteStream(file);
    this.#closed = once(this.#stream, 'close');
    // It is waited for at the end; until then a failure must not end the process.
    this.#closed.catch(() => undefined);
  }

  async add(name: string, size: number, bytes: AsyncIterable<unknown>): Promise<void> {
    await this.#write(headerOf(name, size));
    let written = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) {
      written += piece.length;
      await this.#write(piece);
    }
    if (written !== size) throw new Error(`${name} has ${written} bytes instead of ${size}`);
    await this.#write(Buffer.alloc((block - (size % block)) % block));
  }

  async end(): Promise<{ size: number; sha256: string }> {
    await this.#write(Buffer.alloc(2 * block));
    this.#stream.end();
    await this.#closed;
    return { size: this.size, sha256: this.#hash.digest('hex') };
  }

  abandon(): void {
    this.#stream.destroy();
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#hash.update(bytes);
    this.size += bytes.length;
    if (!this.#stream.write(bytes)) await Promise.race([once(this.#stream, 'drain'), this.#closed]);
  }
}

/** Source: POSIX ustar. Names of an archive have less than 100 characters, its files less than 8 GB. */
function headerOf(name: string, size: number): Buffer {
  const header = Buffer.alloc(block);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0, 100);
  header.write(octal(0o600, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(0, 11), 100);
  header.write('        0', 148);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
