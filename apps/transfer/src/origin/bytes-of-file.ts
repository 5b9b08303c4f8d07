import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** The bytes of a file in parts of up to a megabyte, unpacked if its name ends in `.gz`. Reading throws what goes wrong with either. */
export function bytesOfFile(file: string): AsyncIterable<Buffer> {
  const raw = createReadStream(file, { highWaterMark: 2 ** 20 });
  if (!file.endsWith('.gz')) return raw;
  const unpacked = createGunzip();
  // Ends the one with what the other fails with, and the file with a reader that leaves early.
  pipeline(raw, unpacked, () => undefined);
  return unpacked;
}
