import type { Readable } from 'node:stream';

import type { Range } from '../file/range.ts';

/** One object in the store. */
export interface StoredObject {
  key: string;
  modifiedAt: Date;
}

/** Stores bytes. Keys are written once, never reused, and contain no text from callers. */
export interface Storage {
  /** Its name in `/readyz`. */
  readonly name: 'folder' | 's3';
  /** Writes a file of known size from the disk; the object is complete or absent. @throws mediaErrors.storage_unavailable */
  put(key: string, file: string, size: number): Promise<void>;
  /**
   * Reads an object, or a range of it. Destroying the stream ends the read.
   * @returns undefined when there is none
   * @throws mediaErrors.storage_unavailable
   */
  get(key: string, range?: Range): Promise<Readable | undefined>;
  /** Idempotent. @throws mediaErrors.storage_unavailable */
  remove(key: string): Promise<void>;
  /** Adds a name to the ledger, which is kept apart from the objects; idempotent. @throws mediaErrors.storage_unavailable */
  record(name: string): Promise<void>;
  /** Names of the ledger after this one, in order. @throws mediaErrors.storage_unavailable */
  recorded(after: string): AsyncIterable<string>;
  /** All objects, in no order. */
  list(): AsyncIterable<StoredObject>;
  /** Removes the remains of unfinished writes that are older than this. */
  sweep(before: Date): Promise<void>;
  /** @throws Error with the reason when it is not writable */
  check(): Promise<void>;
}

const shape = /^[0-9a-f]{24}\/[0-9a-f]{24}\/[ot]$/;

/** Where the ledger stands in a folder or bucket, beside the objects. */
export const ledgerFolder = 'erasures';

/** False for what others have put beside the objects, and for the ledger. */
export function isKey(key: string): boolean {
  return shape.test(key);
}

/** @throws Error for a malformed key, which is a bug */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new Error('a key that is none of ours');
}

/** @throws Error for a malformed name, which is a bug */
export function checkName(name: string): void {
  if (!/^[0-9a-f-]{1,100}$/.test(name)) throw new Error('a name that is none of ours');
}

/** Key of the bytes (`o`) or the thumbnail (`t`) of a file. */
export function keyOf(objectKey: string, part: 'o' | 't'): string {
  return `${objectKey}/${part}`;
}
