import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { deserialize } from 'bson';

import { Refused } from '../config.ts';
import { bytesOfFile } from '../origin/bytes-of-file.ts';
import { mapFound } from '../origin/helpdesk.ts';
import type { Found, Origin } from '../origin/origin.ts';
import { fileDocument, GridFiles } from './grid-files.ts';
import { triggerDocument } from './triggers.ts';

/** The largest document of MongoDB, and a little more. */
const maxFrame = 16 * 2 ** 20 + 16 * 1_024;
/** Length and end of an empty document. */
const minFrame = 5;
const suffix = /\.bson(?:\.gz)?$/;

/** A folder as `mongodump` writes it: one file per collection, maybe in a folder per database. */
export class Dump implements Origin {
  readonly kind = 'tiledesk';
  readonly files: GridFiles;
  readonly #files: ReadonlyMap<string, string>;

  private constructor(files: ReadonlyMap<string, string>) {
    this.#files = files;
    this.files = new GridFiles(new Set(files.keys()), (collection) => this.#read(collection));
  }

  static async open(folder: string): Promise<Dump> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      throw new Refused(`${folder} cannot be read.`, { cause: error });
    });
    const found = entries.filter((entry) => entry.isFile() && suffix.test(entry.name));
    const files = new Map(found.map(({ parentPath, name }) => [name.replace(suffix, ''), join(parentPath, name)]));
    for (const needed of ['projects', 'project_users', 'users'])
      if (!files.has(needed)) throw new Refused(`${folder} has no ${needed}.bson: is it a dump of Tiledesk?`);
    return new Dump(files);
  }

  get collections(): string[] {
    return [...this.#files.keys()].sort();
  }

  fileOf(collection: string): string {
    return basename(this.#files.get(collection) ?? collection);
  }

  /**
   * Documents one by one: memory is that of one, whatever the file. A frame that cannot be ends the collection, and nothing behind it is
   * guessed.
   */
  documents(collection: string): AsyncGenerator<Found> {
    const found = this.#read(collection);
    if (collection === 'triggers') return mapFound(found, triggerDocument);
    return this.files.collections.includes(collection) ? mapFound(found, fileDocument) : found;
  }

  async *#read(collection: string): AsyncGenerator<Found> {
    const file = this.#files.get(collection);
    if (file === undefined) return;
    for await (const { at, frame, fault } of framesOf(file)) {
      if (fault !== undefined) {
        yield { at, fault };
        return;
      }
      yield read(at, frame);
    }
  }
}

function read(at: number, frame: Buffer): Found {
  try {
    // Texts that are no UTF-8 are refused, rather than changed.
    const document = deserialize(frame, { promoteBuffers: true, validation: { utf8: true } });
    return { at, document };
  } catch (error) {
    return { at, fault: error instanceof Error ? error.message : String(error) };
  }
}

interface Frame {
  at: number;
  frame: Buffer;
  fault?: string;
}

async function* framesOf(file: string): AsyncGenerator<Frame> {
  let rest: Buffer = Buffer.alloc(0);
  let at = 0;
  try {
    for await (const chunk of bytesOfFile(file)) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      while (rest.length >= 4) {
        const length = rest.readInt32LE(0);
        if (length < minFrame || length > maxFrame) {
          yield { at, frame: rest.subarray(0, 64), fault: `a document of ${length} bytes` };
          return;
        }
        if (rest.length < length) break;
        yield { at, frame: rest.subarray(0, length) };
        rest = rest.subarray(length);
        at += length;
      }
    }
  } catch (error) {
    yield { at, frame: rest.subarray(0, 64), fault: error instanceof Error ? error.message : 'cannot be read' };
    return;
  }
  if (rest.length > 0) yield { at, frame: rest.subarray(0, 64), fault: 'the file ends within a document' };
}
