import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const maxBuffered = 16 * 2 ** 20;

/** Sorts in files what memory does not hold: lines by bucket, read back bucket by bucket. */
export class Spool {
  readonly #folder: string;
  readonly #buffers = new Map<string, string[]>();
  #buffered = 0;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(folder: string): Promise<Spool> {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Spool(folder);
  }

  async add(bucket: string, record: object): Promise<void> {
    const line = JSON.stringify(record);
    const buffer = this.#buffers.get(bucket) ?? [];
    this.#buffers.set(bucket, buffer);
    buffer.push(line);
    this.#buffered += line.length;
    if (this.#buffered > maxBuffered) await this.#flush();
  }

  /** In order, after the last `add`. */
  async buckets(): Promise<string[]> {
    await this.#flush();
    return (await readdir(this.#folder)).sort();
  }

  async read<Record>(bucket: string): Promise<Record[]> {
    const found: Record[] = [];
    const lines = createInterface({ input: createReadStream(join(this.#folder, bucket)), crlfDelay: Infinity });
    try {
      for await (const line of lines) found.push(JSON.parse(line) as Record);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
      throw error;
    }
    return found;
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }

  async #flush(): Promise<void> {
    for (const [bucket, lines] of this.#buffers)
      await appendFile(join(this.#folder, bucket), `${lines.join('\n')}\n`, { mode: 0o600 });
    this.#buffers.clear();
    this.#buffered = 0;
  }
}

const windowSeconds = 2 ** 18;

/** Three days of ids each: buckets in their order are records in theirs. */
export function bucketOf(id: string): string {
  return String(Math.floor(Number.parseInt(id.slice(0, 8), 16) / windowSeconds)).padStart(5, '0');
}
