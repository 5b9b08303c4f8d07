// Writes src/generated; with `--check` only compares, and fails when it is stale.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { generatedFiles } from './files.ts';

const folder = fileURLToPath(new URL('../src/generated', import.meta.url));
const files = generatedFiles();
mkdirSync(folder, { recursive: true });
const committed = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
);
const stale = [...new Set([...Object.keys(files), ...Object.keys(committed)])].filter(
  (name) => files[name] !== committed[name],
);

if (process.argv.includes('--check')) {
  if (stale.length > 0)
    process.stderr.write(`The SDK is stale, run \`npm run generate\`:\n${stale.map((name) => `  ${name}\n`).join('')}`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const name of stale) {
    const text = files[name];
    if (text === undefined) rmSync(join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
}
