import { createHash, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';

import { archiveKinds } from '@parley/contracts/archive';

import {
  files,
  formatVersion,
  type Head,
  isKind,
  type Manifest,
  type Part,
  placeOf,
  schemaVersion,
  sha256Of,
} from './format.ts';

/** Of lines, before they are compressed. */
const partBytes = 64 * 2 ** 20;

/** Seals secrets of records, each bound to its kind and id: moved to another record, it does not open. */
export interface Seal {
  sealing: NonNullable<Head['sealing']>;
  seal(text: string, place: string): string;
}

export interface ArchiveOptions {
  folder: string;
  source: Head['source'];
  project: Head['project'];
  seal: Seal | undefined;
  createdAt: Date;
  /** Called with each file of the folder once it is complete; may remove it. Absent: files stay. */
  take?(name: string): Promise<void>;
}

/** Writes an archive part by part; without its sums, written last, it is unfinished. */
export class ArchiveWriter {
  readonly #options: ArchiveOptions;
  readonly #parts: Part[] = [];
  readonly #open = new Map<string, OpenPart>();
  readonly #asOf: Manifest['asOf'] = {};
  readonly #dangling: Manifest['dangling'] = {};
  /** SHA-256 of the files that are complete. */
  readonly #sums = new Map<string, string>();
  readonly objects = { count: 0, bytes: 0 };
  #secrets: WriteStream | undefined;
  readonly #secretsHash = createHash('sha256');
  #name = '';

  constructor(options: ArchiveOptions) {
    this.#options = options;
  }

  get folder(): string {
    return this.#options.folder;
  }

  /** How many records of a kind are written. */
  count(kind: string): number {
    const open = this.#open.get(kind)?.records ?? 0;
    return this.#parts.filter((part) => part.kind === kind).reduce((sum, { records }) => sum + records, open);
  }

  /** @param records JSON objects */
  async write(kind: string, records: readonly string[]): Promise<void> {
    for (const record of records) {
      const line = `{"k":${JSON.stringify(kind)},"v":${schemaVersion},"r":${record}}\n`;
      let part = this.#open.get(kind);
      if (part && part.bytes + Buffer.byteLength(line) > partBytes) {
        await this.endKind(kind);
        part = undefined;
      }
      part ??= await this.#openPart(kind);
      await part.write(line);
    }
  }

  async endKind(kind: string): Promise<void> {
    const part = this.#open.get(kind);
    if (!part) return;
    this.#open.delete(kind);
    const { fileSum, ...ended } = await part.end();
    this.#parts.push(ended);
    await this.#complete(ended.name, fileSum);
  }

  async endService(service: string): Promise<void> {
    for (const [kind, part] of this.#open) if (part.service === service) await this.endKind(kind);
  }

  /** Those that are ended. */
  partsOf(kind: string): readonly Part[] {
    return this.#parts.filter((part) => part.kind === kind);
  }

  /** Of the project. */
  setName(name: string): void {
    this.#name = name;
  }

  async writeSecret(kind: string, id: string, secretsJson: string): Promise<void> {
    const { seal, folder } = this.#options;
    if (!seal) return;
    this.#secrets ??= createWriteStream(join(folder, files.secrets), { mode: 0o600 });
    const line = JSON.stringify({ k: kind, id, sealed: seal.seal(secretsJson, placeOf(kind, id)) });
    this.#secretsHash.update(`${line}\n`);
    if (!this.#secrets.write(`${line}\n`)) await once(this.#secrets, 'drain');
  }

  /** Forgets what a stream that broke has written. */
  async dropService(service: string): Promise<void> {
    for (const [kind, part] of this.#open) {
      if (part.service !== service) continue;
      await part.end();
      this.#open.delete(kind);
    }
    const others = this.#parts.filter((part) => part.service !== service);
    for (const { name } of this.#parts.filter((part) => part.service === service)) this.#sums.delete(name);
    this.#parts.splice(0, this.#parts.length, ...others);
    await rm(join(this.folder, service), { recursive: true, force: true });
  }

  setAsOf(service: string, at: Date): void {
    this.#asOf[service] = at.toISOString();
  }

  addDangling(kind: string): void {
    this.#dangling[kind] = (this.#dangling[kind] ?? 0) + 1;
  }

  /** Ends all parts and writes head, manifest and sums. */
  async finish(): Promise<Manifest> {
    const { createdAt, source, project, seal } = this.#options;
    for (const kind of [...this.#open.keys()]) await this.endKind(kind);
    if (this.#secrets) {
      await new Promise((resolve) => this.#secrets?.end(() => resolve(undefined)));
      await this.#complete(files.secrets, this.#secretsHash.digest('hex'));
    }
    const head: Head = {
      ...{ format: 'parley-archive', version: formatVersion, createdAt: createdAt.toISOString(), source },
      project: { ...project, name: this.#name || project.name },
      ...{ secrets: seal ? 'sealed' : 'none', sealing: seal?.sealing },
    };
    const parts = this.#parts.toSorted((a, b) => order(a) - order(b) || (a.name < b.name ? -1 : 1));
    const counts = Object.fromEntries(
      Object.keys(archiveKinds)
        .filter((kind) => parts.some((part) => part.kind === kind))
        .map((kind) => [kind, this.count(kind)]),
    );
    const asOf = Object.fromEntries(Object.entries(this.#asOf).sort());
    const manifest = { parts, counts, asOf, objects: this.objects, dangling: this.#dangling };
    await this.#writeText(files.head, `${JSON.stringify(head, null, 2)}\n`);
    await this.#writeText(files.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
    await this.#writeText(files.sums, this.#sumsText());
    return manifest;
  }

  async #writeText(name: string, text: string): Promise<void> {
    await writeFile(join(this.folder, name), text);
    await this.#complete(name, sha256Of(text));
  }

  async #complete(name: string, sum: string): Promise<void> {
    this.#sums.set(name, sum);
    await this.#options.take?.(name);
  }

  /** As `sha256sum` writes and checks them; objects have their sum as their name. */
  #sumsText(): string {
    const sums = [...this.#sums].sort(([one], [other]) => (one < other ? -1 : 1));
    return sums.map(([name, sum]) => `${sum}  ${name}\n`).join('');
  }

  async #openPart(kind: string): Promise<OpenPart> {
    if (!isKind(kind)) throw new Error(`there is no kind ${kind}`);
    const { service } = archiveKinds[kind];
    const number = this.#parts.filter((part) => part.kind === kind).length + 1;
    const name = `${service}/${kind}-${String(number).padStart(6, '0')}.jsonl.gz`;
    await mkdir(dirname(join(this.folder, name)), { recursive: true });
    const part = new OpenPart(this.folder, { name, kind, service });
    this.#open.set(kind, part);
    return part;
  }
}

function order({ kind }: Part): number {
  return Object.keys(archiveKinds).indexOf(kind);
}

class OpenPart {
  readonly #about: Pick<Part, 'name' | 'kind' | 'service'>;
  readonly #hash: Hash = createHash('sha256');
  readonly #fileHash: Hash = createHash('sha256');
  readonly #gzip: Gzip = createGzip();
  readonly #written: Promise<void>;
  records = 0;
  bytes = 0;

  constructor(folder: string, about: Pick<Part, 'name' | 'kind' | 'service'>) {
    this.#about = about;
    const hashing = new Transform({
      transform: (bytes: Buffer, _encoding, done) => {
        this.#fileHash.update(bytes);
        done(null, bytes);
      },
    });
    this.#written = pipeline(this.#gzip, hashing, createWriteStream(join(folder, about.name)));
    // It is waited for at the end; until then a failure must not end the process.
    this.#written.catch(() => undefined);
  }

  get service(): string {
    return this.#about.service;
  }

  async write(line: string): Promise<void> {
    this.#hash.update(line);
    this.records += 1;
    this.bytes += Buffer.byteLength(line);
    if (!this.#gzip.write(line)) await Promise.race([once(this.#gzip, 'drain'), this.#written]);
  }

  async end(): Promise<Part & { fileSum: string }> {
    this.#gzip.end();
    await this.#written;
    const { records, bytes } = this;
    const sums = { sha256: this.#hash.digest('hex'), fileSum: this.#fileHash.digest('hex') };
    return { ...this.#about, records, bytes, ...sums };
  }
}
