import { type CellFault, type ColumnTarget, contactOf, type NewContact } from './columns.ts';
import { CsvReader, type CsvRecord } from './csv-reader.ts';

export const encodings = ['utf-8', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

/** How a file is read. */
export interface FileShape {
  encoding: Encoding;
  delimiter: string;
}

/** The encoding of a file by its beginning: what is no UTF-8 was written by an old spreadsheet. */
export function encodingOf(beginning: Uint8Array): Encoding {
  try {
    // A character that is cut at the end is none yet.
    new TextDecoder('utf-8', { fatal: true }).decode(beginning, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** The records of a file, its header among them, read as far as they are asked for. @throws CsvTooLongError */
export async function* recordsOf(file: Blob, { encoding, delimiter }: FileShape): AsyncGenerator<CsvRecord> {
  const reader = new CsvReader(delimiter);
  const decoder = new TextDecoder(encoding);
  for await (const bytes of chunksOf(file)) yield* reader.read(decoder.decode(bytes, { stream: true }));
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

async function* chunksOf(file: Blob): AsyncGenerator<Uint8Array> {
  const reader = file.stream().getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

/** One record that is no contact, with what is wrong. */
export interface FaultyRecord {
  line: number;
  cells: string[];
  /** Found in the file itself. */
  faults?: CellFault[];
  /** What the API says. */
  refusal?: string;
}

/** Records that go in one call. */
export interface Batch {
  /** Records of the file before it, without the header. */
  from: number;
  records: CsvRecord[];
  /** The contacts to be sent, with the place of their record in `records`. */
  contacts: { index: number; contact: NewContact }[];
  faulty: FaultyRecord[];
}

/** Most that the API takes in one call. Source: contract 82 section 9. */
const maxRecords = 500;
/** Below the 2 MB of a body. */
const maxBytes = 1_800_000;

/**
 * The batches of a file from a record on. They are cut in the same way each time: one that is sent again has the same content under
 * the same key.
 */
export async function* batchesOf(
  file: Blob,
  shape: FileShape,
  targets: readonly ColumnTarget[],
  from: number,
): AsyncGenerator<Batch> {
  let at = -1;
  let batch = emptyBatch(from);
  let bytes = 0;
  for await (const record of recordsOf(file, shape)) {
    at += 1;
    // The first record is the header.
    if (at <= from) continue;
    const { contact, faults } = contactOf(record.cells, targets);
    const size = faults.length > 0 ? 0 : new TextEncoder().encode(JSON.stringify(contact)).length + 1;
    if (batch.records.length === maxRecords || (bytes + size > maxBytes && batch.records.length > 0)) {
      yield batch;
      batch = emptyBatch(at - 1);
      bytes = 0;
    }
    const index = batch.records.push(record) - 1;
    if (faults.length > 0) batch.faulty.push({ ...record, faults });
    else batch.contacts.push({ index, contact });
    bytes += size;
  }
  if (batch.records.length > 0) yield batch;
}

function emptyBatch(from: number): Batch {
  return { from, records: [], contacts: [], faulty: [] };
}

/** Records of a file, without its header. @throws CsvTooLongError */
export async function countRecords(file: Blob, shape: FileShape): Promise<number> {
  let count = -1;
  for await (const _ of recordsOf(file, shape)) count += 1;
  return Math.max(0, count);
}
