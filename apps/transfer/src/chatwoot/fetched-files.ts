import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readFile, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Progress {
  /** Up to here the file is whole. */
  bytes: number;
  /** The next page, or how many were asked about; absent when all is there. */
  next?: number;
}

/** Answers of an API on the disk, a record a line, so that a run that was cut goes on at the page where it was. */
export class FetchedFiles {
  readonly folder: string;
  readonly #state: Record<string, Progress>;

  private constructor(folder: string, state: Record<string, Progress>) {
    this.folder = folder;
    this.#state = state;
  }

  static async open(folder: string): Promise<FetchedFiles> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const text = await readFile(join(folder, 'state.json'), 'utf8').catch(() => '{}');
    const files = new FetchedFiles(folder, JSON.parse(text) as Record<string, Progress>);
    for (const [name, { bytes }] of Object.entries(files.#state)) await truncate(files.fileOf(name), bytes);
    return files;
  }

  fileOf(name: string): string {
    return join(this.folder, `${name}.jsonl`);
  }

  has(name: string): boolean {
    return (this.#state[name]?.bytes ?? 0) > 0;
  }

  /** Where to go on; nothing when all of it is there. */
  nextOf(name: string, first: number): number | undefined {
    const { [name]: known } = this.#state;
    return known ? known.next : first;
  }

  /** @param next the page to go on with, or nothing after the last one */
  async add(name: string, records: readonly object[], next: number | undefined): Promise<void> {
    const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
    const bytes = (this.#state[name]?.bytes ?? 0) + Buffer.byteLength(text);
    await appendFile(this.fileOf(name), text, { mode: 0o600 });
    this.#state[name] = { bytes, ...(next !== undefined && { next }) };
    // In the place of the old one: it is the one or the other, whenever the run ends.
    const file = join(this.folder, 'state.json');
    await writeFile(`${file}.new`, JSON.stringify(this.#state), { mode: 0o600 });
    await rename(`${file}.new`, file);
  }

  async *records<Record extends object>(name: string): AsyncGenerator<Record> {
    let rest = '';
    const { bytes = 0 } = this.#state[name] ?? {};
    if (bytes === 0) return;
    for await (const chunk of createReadStream(this.fileOf(name), { encoding: 'utf8', end: bytes - 1 })) {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield JSON.parse(line) as Record;
    }
  }
}
