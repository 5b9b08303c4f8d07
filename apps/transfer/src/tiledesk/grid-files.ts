import { constants, createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';

import type { Document, Found, OriginFiles } from '../origin/origin.ts';

type Read = (collection: string) => AsyncGenerator<Found>;

/** Buckets of GridFS, each a collection of files and one of their pieces. */
const buckets = ['files', 'images'];
const idOf = (value: unknown) => String(value);

/** Files in the pieces in which MongoDB stores them. */
export class GridFiles implements OriginFiles {
  readonly collections: readonly string[];
  readonly #read: Read;
  readonly #written = new Map<string, number>();
  #folder = '';

  constructor(known: ReadonlySet<string>, read: Read) {
    this.collections = buckets.map((name) => `${name}.files`).filter((name) => known.has(name));
    this.#read = read;
  }

  /** Puts the pieces together, in whatever order they come. */
  async prepare(folder: string, isWanted: (path: string) => boolean): Promise<void> {
    this.#folder = folder;
    for (const collection of this.collections) {
      const wanted = await this.#wantedOf(collection, isWanted);
      for await (const { document } of this.#read(collection.replace('.files', '.chunks'))) {
        const { files_id, n, data } = Object(document) as { files_id?: unknown; n?: unknown; data?: unknown };
        const pieceBytes = wanted.get(idOf(files_id));
        if (pieceBytes === undefined || !Buffer.isBuffer(data)) continue;
        await writeAt(join(folder, idOf(files_id)), data, Number(n) * pieceBytes);
        this.#written.set(idOf(files_id), (this.#written.get(idOf(files_id)) ?? 0) + data.length);
      }
    }
  }

  /** With the sizes of their pieces. */
  async #wantedOf(collection: string, isWanted: (path: string) => boolean): Promise<ReadonlyMap<string, number>> {
    const sizes = new Map<string, number>();
    for await (const { document } of this.#read(collection))
      if (document && isWanted(String(document.filename)))
        sizes.set(idOf(document._id), Number(document.chunkSize ?? 261_120));
    return sizes;
  }

  async bytesOf(_collection: string, { _id }: Document): Promise<AsyncIterable<Buffer> | undefined> {
    const bytes = this.#written.get(idOf(_id));
    // A piece that is missing makes it shorter, not a hole.
    return bytes ? createReadStream(join(this.#folder, idOf(_id)), { end: bytes - 1 }) : undefined;
  }
}

async function writeAt(path: string, data: Buffer, position: number): Promise<void> {
  // Made if it is not there, and never emptied.
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    await file.write(data, 0, data.length, position);
  } finally {
    await file.close();
  }
}

/** As files are converted; a project is not known by them. */
export function fileDocument({ _id, filename, length, uploadDate, md5, metadata }: Document): Document {
  const { expireAt } = Object(metadata) as { expireAt?: unknown };
  return { _id, path: filename, size: length, createdAt: uploadDate, md5, expiresAt: expireAt };
}
