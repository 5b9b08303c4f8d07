import { copyFile, mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The build of the console that a mesh serves by itself. */
export const release = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The same build as another release: each part has another name, as if its content had changed. @returns its folder */
export async function newerRelease(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-newer-'));
  await mkdir(join(folder, 'assets'));
  const parts = (await readdir(join(release, 'assets'))).filter((name) => !/\.(?:br|gz)$/.test(name));
  const renamed = parts.map((name) => [name, name.replace(/[\w-]{8}(?=\.\w+$)/, reversed)] as const);
  for (const path of ['index.html', ...parts.map((name) => `assets/${name}`)]) {
    const content = await readFile(join(release, path), 'utf8');
    const [to, newContent] = [path, content].map((text) =>
      renamed.reduce((known, [from, name]) => known.replaceAll(from, name), text),
    ) as [string, string];
    await writeFile(join(folder, to), newContent);
  }
  // Named by the names of the parts.
  const worker = await readFile(join(release, 'worker.js'), 'utf8');
  await writeFile(
    join(folder, 'worker.js'),
    worker.replace(/\b[0-9a-f]{12}\b/, (name) => reversed(name)),
  );
  for (const name of await readdir(release))
    if (/\.(?:png|webmanifest)$/.test(name)) await copyFile(join(release, name), join(folder, name));
  return folder;
}

const reversed = (word: string) => [...word].reverse().join('');
