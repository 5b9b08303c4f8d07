// Compresses the files of a build for the gateway, which serves them as they stand: `x.js` gets `x.js.br` and `x.js.gz` beside it.
// The last step of a build: `node scripts/compress-build.mjs apps/console/dist`. Two runs write the same bytes.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';

const compressible = /\.(?:css|html|ico|js|json|mjs|svg|txt|wasm|webmanifest|xml)$/;
const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/compress-build.mjs <folder of a build>');
  process.exit(2);
}
const entries = await readdir(folder, { recursive: true, withFileTypes: true });
await Promise.all(
  entries
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => compress(join(entry.parentPath, entry.name))),
);

async function compress(file) {
  const bytes = await readFile(file);
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  const params = { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [br, gz] = await Promise.all([brotli(bytes, { params }), gzip(bytes, { level: 9 })]);
  // What is no smaller would only cost its reader time.
  if (br.length < bytes.length) await writeFile(`${file}.br`, br);
  if (gz.length < bytes.length) await writeFile(`${file}.gz`, gz);
}
