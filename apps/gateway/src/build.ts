import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

/** A file of a build, in memory. */
export interface BuiltFile {
  type: string;
  plain: Buffer;
  gzip?: Buffer;
  br?: Buffer;
}

/** Files of a build by their paths below its folder: `assets/index-DiwrgTda.js`. */
export type Build = ReadonlyMap<string, BuiltFile>;

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.wav': 'audio/wav',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const decompress = { '.gz': promisify(gunzip), '.br': promisify(brotliDecompress) } as const;

/**
 * Reads a build once; nothing of the folder is read again. Links, hidden files, source maps and files of unknown types are left out.
 * @throws Error for a folder that cannot be read, and for a compressed file whose content is not that of its original
 */
export async function readBuild(folder: string): Promise<Build> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => types[extname(file)] !== undefined && !isHidden(relative(folder, file)));
  const present = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  const read = files.map(async (file): Promise<[string, BuiltFile]> => {
    const plain = await readFile(file);
    const [gzip, br] = await Promise.all(
      (['.gz', '.br'] as const).map((ending) =>
        present.has(file + ending) ? compressedOf(file, ending, plain) : undefined,
      ),
    );
    const type = types[extname(file)] ?? '';
    return [relative(folder, file).split(sep).join('/'), { type, plain, gzip, br }];
  });
  return new Map(await Promise.all(read));
}

async function compressedOf(file: string, ending: keyof typeof decompress, plain: Buffer): Promise<Buffer> {
  const bytes = await readFile(file + ending);
  const content = await decompress[ending](bytes, { maxOutputLength: plain.length + 1 }).catch(() => undefined);
  if (!content?.equals(plain)) throw new Error(`${file}${ending} does not hold what ${file} does: build it again`);
  return bytes;
}

function isHidden(path: string): boolean {
  return path.split(sep).some((name) => name.startsWith('.'));
}
