import { appendFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { type ArchiveKind, archiveKinds } from '@parley/contracts/archive';
import type { ArchiveWriter } from '@parley/service-kit/archive';

import type { Lookup } from '../origin/lookup.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import type { Progress } from '../progress.ts';
import { Mentions } from './mentions.ts';
import { Source } from './plain.ts';

/** Folder of the rows that are not taken, in the work folder; what the owners refuse is in another one. */
export const refusedRows = 'quarantine-source';

/** What became of the rows of one collection. Source: contract 90 section 6 */
interface Fates {
  read: number;
  stored: number;
  repaired: number;
  merged: number;
  quarantined: number;
  notTaken: number;
}

export interface ConversionReport {
  collections: Record<string, Fates>;
  repairs: Record<string, number>;
  codes: Record<string, number>;
  dropped: Record<string, number>;
}

interface Refused {
  at: number;
  line?: number | undefined;
  id?: string;
  code: string;
  param?: string | undefined;
  msg?: string;
  record?: object;
}

/** To show where it stands costs more than to read a row. */
const rowsOfProgress = 1_000;

/** Of the rows that are refused, said at once; all are in the files. */
const maxNamed = 10;

/** One project of another system on its way into an archive: every row that is read has exactly one fate. */
export class Conversion {
  readonly projectId: string;
  readonly origin: Origin;
  readonly writer: ArchiveWriter;
  /** What is known of records that are many. */
  readonly firstRefused: string[] = [];
  readonly lookup: Lookup;
  readonly report: ConversionReport = { collections: {}, repairs: {}, codes: {}, dropped: {} };
  readonly mentions: Mentions;
  /** Under which files are read after the move. */
  readonly address: string | undefined;
  readonly #work: string;
  readonly #progress: Progress | undefined;

  constructor(about: {
    projectId: string;
    origin: Origin;
    writer: ArchiveWriter;
    lookup: Lookup;
    work: string;
    address: string | undefined;
    progress: Progress | undefined;
  }) {
    this.projectId = about.projectId;
    this.origin = about.origin;
    this.writer = about.writer;
    this.lookup = about.lookup;
    this.#work = about.work;
    this.#progress = about.progress;
    this.address = about.address;
    this.mentions = new Mentions(about.lookup);
  }

  /** Rows of this project; `id_project` is theirs, if the collection has it. */
  async *rows(collection: string, isOurs = ofProject(this.projectId)): AsyncGenerator<Row> {
    for await (const found of this.origin.documents(collection)) {
      if (found.fault !== undefined) {
        this.#fates(collection).read += 1;
        await this.#quarantine(collection, { at: found.at, line: found.line, code: 'malformed', msg: found.fault });
        continue;
      }
      const source = new Source(found.document);
      if (!isOurs(source)) continue;
      const fates = this.#fates(collection);
      fates.read += 1;
      if (fates.read % rowsOfProgress === 0) this.#progress?.at(collection, fates.read, undefined);
      yield new Row(this, collection, found, source);
    }
  }

  /** The same rows, read ahead: they are counted when they are read again. */
  async *rowsUncounted(collection: string): AsyncGenerator<Row> {
    const isOurs = ofProject(this.projectId);
    for await (const found of this.origin.documents(collection)) {
      if (found.document === undefined) continue;
      const source = new Source(found.document);
      if (isOurs(source)) yield new Row(this, collection, found, source);
    }
  }

  sourceOf(document: Document): Source {
    return new Source(document);
  }

  fate(collection: string, fate: keyof Omit<Fates, 'read'>): void {
    this.#fates(collection)[fate] += 1;
  }

  countRepair(what: string): void {
    this.report.repairs[what] = (this.report.repairs[what] ?? 0) + 1;
  }

  countDropped(what: string): void {
    this.report.dropped[what] = (this.report.dropped[what] ?? 0) + 1;
  }

  async #quarantine(collection: string, entry: Refused): Promise<void> {
    this.fate(collection, 'quarantined');
    this.report.codes[entry.code] = (this.report.codes[entry.code] ?? 0) + 1;
    const { line: number, code, param, msg } = entry;
    const file = this.origin.fileOf(collection);
    if (number !== undefined && this.firstRefused.length < maxNamed)
      this.firstRefused.push(`${basename(file)}, line ${number}: ${msg ?? [code, param].filter(Boolean).join(' ')}`);
    const folder = join(this.#work, refusedRows);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const line = JSON.stringify({ source: this.origin.kind, file, ...entry });
    await appendFile(join(folder, `${collection}.jsonl`), `${line}\n`, { mode: 0o600 });
  }

  async refuse({ collection, at, line, source }: Row, code: string, param?: string): Promise<void> {
    await this.#quarantine(collection, { at, line, id: source.id, code, param, record: source.all });
  }

  #fates(collection: string): Fates {
    const known = this.report.collections[collection];
    if (known) return known;
    const made = { read: 0, stored: 0, repaired: 0, merged: 0, quarantined: 0, notTaken: 0 };
    this.report.collections[collection] = made;
    return made;
  }
}

function ofProject(projectId: string): (source: Source) => boolean {
  return (source) => source.ref('id_project') === projectId;
}

/** A document of the project. Exactly one of `store`, `drop`, `merge` and `refuse` is called for it. */
export class Row {
  readonly collection: string;
  readonly at: number;
  readonly line: number | undefined;
  readonly source: Source;
  readonly #conversion: Conversion;
  #repairs = 0;

  constructor(conversion: Conversion, collection: string, { at, line }: Pick<Found, 'at' | 'line'>, source: Source) {
    this.#conversion = conversion;
    this.collection = collection;
    this.at = at;
    this.line = line;
    this.source = source;
  }

  /** A value was made good. */
  repair(what: string): void {
    this.#repairs += 1;
    this.#conversion.countRepair(`${this.collection}: ${what}`);
  }

  /** A field that Parley does not have. */
  lose(field: string): void {
    this.#conversion.countDropped(`${this.collection}.${field}`);
  }

  /** @returns the record as it will be read, or nothing when the schema refuses it */
  async check(kind: ArchiveKind, record: object): Promise<Record<string, unknown> | undefined> {
    const { data, error } = archiveKinds[kind].schema.safeParse(record);
    if (!error) return data as Record<string, unknown>;
    await this.refuse('schema', error.issues[0]?.path.join('.'));
    return undefined;
  }

  /** Members without a value are left out. */
  async store(kind: ArchiveKind, record: object): Promise<boolean> {
    const checked = await this.check(kind, record);
    if (!checked) return false;
    const json = JSON.stringify(checked);
    this.#conversion.mentions.inRecord(json);
    await this.#conversion.writer.write(kind, [json]);
    this.stored();
    return true;
  }

  /** It was written by the caller. */
  stored(): void {
    this.#conversion.fate(this.collection, this.#repairs > 0 ? 'repaired' : 'stored');
  }

  merge(): void {
    this.#conversion.fate(this.collection, 'merged');
  }

  drop(): void {
    this.#conversion.fate(this.collection, 'notTaken');
  }

  refuse(code: string, param?: string): Promise<void> {
    return this.#conversion.refuse(this, code, param);
  }
}
