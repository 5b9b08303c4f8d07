import type { Readable } from 'node:stream';

import type { Range } from '../file/range.ts';

/** One object in the store. */
export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** Where bytes are kept. Keys are written once and never used again; none holds a word of a caller. */
export interface Storage {
  /** What `/readyz` calls it. */
  readonly name: 'folder' | 's3';
  /** Writes a file of known size from the disk. It is there whole, or not at all. @throws mediaErrors.storage_unavailable */
  put(key: string, file: string, size: number): Promise<void>;
  /**
   * Reads an object, or a part of it. Ending the stream early ends the reading.
   * @returns undefined when there is none
   * @throws mediaErrors.storage_unavailable
   */
  get(key: string, range?: Range): Promise<Readable | undefined>;
  /** One that is not there is removed already. @throws mediaErrors.storage_unavailable */
  remove(key: string): Promise<void>;
  /** All objects, in no order. */
  list(): AsyncIterable<StoredObject>;
  /** Removes what writes that never ended have left, if it is older than this. */
  sweep(before: Date): Promise<void>;
  /** @throws Error that says why it cannot be written to */
  check(): Promise<void>;
}

const shape = /^[0-9a-f]{24}\/[0-9a-f]{24}\/[ot]$/;

/** @throws Error for a key that is none of ours: a bug */
export function checkKey(key: string): void {
  if (!shape.test(key)) throw new Error('a key that is none of ours');
}

/** Key of the bytes (`o`) or the thumbnail (`t`) of a file. */
export function keyOf(objectKey: string, part: 'o' | 't'): string {
  return `${objectKey}/${part}`;
}
