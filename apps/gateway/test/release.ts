import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const compress = fileURLToPath(new URL('../../../scripts/compress-build.mjs', import.meta.url));

/** Writes a build as the console and the widget have one, compressed by the repository's own script. @returns its folder */
export async function newRelease(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-release-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  await run(process.execPath, [compress, folder]);
  return folder;
}
