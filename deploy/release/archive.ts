import { gzipSync } from 'node:zlib';

const blockBytes = 512;

/**
 * A `.tar.gz` that follows from its contents alone: in the order of the paths, with one time, owned by root.
 * @param files path → text
 * @param seconds the time of all files, since 1970
 */
export function archiveOf(files: ReadonlyMap<string, string>, seconds: number): Buffer {
  const entries = [...files].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const blocks = entries.flatMap(([path, text]) => {
    const bytes = Buffer.from(text);
    const padding = Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes);
    return [headerOf(path, bytes.length, seconds), bytes, padding];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * blockBytes)]), { level: 9 });
}

/** Of the format ustar: fields of fixed places, numbers in octal digits. */
function headerOf(path: string, size: number, seconds: number): Buffer {
  const { name, prefix } = split(path);
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  header.write(name, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(seconds, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\x0000', 257);
  header.write('root', 265);
  header.write('root', 297);
  header.write(prefix, 345);
  // The sum of all bytes, with its own field as spaces.
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function split(path: string): { name: string; prefix: string } {
  if (Buffer.byteLength(path) <= 100) return { name: path, prefix: '' };
  const at = path.indexOf('/', path.length - 101);
  if (at < 0 || at > 155) throw new Error(`${path} is too long for an archive`);
  return { name: path.slice(at + 1), prefix: path.slice(0, at) };
}
