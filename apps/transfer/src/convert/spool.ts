import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const maxBuffered = 4 * 2 ** 20;

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

  /** Of a bucket, on the disk. */
  async bytesOf(bucket: string): Promise<number> {
    const found = await stat(join(this.#folder, bucket)).catch(() => undefined);
    return found?.size ?? 0;
  }

  async *records<Record>(bucket: string): AsyncGenerator<Record> {
    if ((await this.bytesOf(bucket)) === 0) return;
    const lines = createInterface({ input: createReadStream(join(this.#folder, bucket)), crlfDelay: Infinity });
    for await (const line of lines) yield JSON.parse(line) as Record;
  }

  async drop(bucket: string): Promise<void> {
    await rm(join(this.#folder, bucket), { force: true });
  }

  async read<Record>(bucket: string): Promise<Record[]> {
    const found: Record[] = [];
    for await (const record of this.records<Record>(bucket)) found.push(record);
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
export function bucketOf(id: string, seconds = windowSeconds): string {
  return String(Math.floor(Number.parseInt(id.slice(0, 8), 16) / seconds)).padStart(10, '0');
}
