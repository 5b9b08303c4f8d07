// Fails when the committed gRPC stubs are not what `npm run generate` makes of proto/.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const committed = join(root, 'packages', 'proto-gen', 'src');
const fresh = mkdtempSync(join(tmpdir(), 'parley-stubs-'));

try {
  const made = spawnSync('buf', ['generate', '--output', fresh], { cwd: root, stdio: 'inherit' });
  if (made.status !== 0) process.exit(made.status ?? 1);
  const stale = difference(join(fresh, 'packages', 'proto-gen', 'src'), committed);
  if (stale.length > 0) {
    console.error(`Stale stubs, run \`npm run generate\`:\n${stale.map((file) => `  ${file}`).join('\n')}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

function difference(left, right) {
  const [leftFiles, rightFiles] = [filesOf(left), filesOf(right)];
  return [...new Set([...leftFiles.keys(), ...rightFiles.keys()])].filter(
    (file) => leftFiles.get(file) !== rightFiles.get(file),
  );
}

function filesOf(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(folder.length), readFileSync(path, 'utf8')];
    }),
  );
}
