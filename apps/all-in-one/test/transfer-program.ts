import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import type { TestMesh } from './mesh.ts';

const program = fileURLToPath(new URL('../../transfer/src/main.ts', import.meta.url));

export interface Finished {
  code: number | null;
  output: string;
}

/** The program that moves projects, as an operator starts it beside a mesh. */
export function transfer(
  mesh: Pick<TestMesh, 'dataFolder'>,
  args: readonly string[],
  killAfterMs?: number,
): Promise<Finished> {
  return run([...args, '--env', join(mesh.dataFolder, 'transfer.env')], killAfterMs);
}

/** What `outcomeOf` says of a run that was complete and verified. */
export const done = 'done';

/** Else what it wrote, so that a failing test shows it. */
export async function outcomeOf(mesh: Pick<TestMesh, 'dataFolder'>, args: readonly string[]): Promise<string> {
  const { code, output } = await transfer(mesh, args);
  return code === 0 ? done : `exit code ${code}: ${output}`;
}

async function run(args: readonly string[], killAfterMs: number | undefined): Promise<Finished> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)));
  const killing = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(killing);
  return { code, output };
}

/** A folder that is removed when the test file ends. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'parley-archive-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

export interface ReadArchive {
  manifest: {
    parts: { name: string; kind: string; records: number; sha256: string }[];
    counts: Record<string, number>;
    objects: object;
  };
  /** Lines of all parts of a kind. */
  lines(kind: string): Promise<string[]>;
}

export async function readArchive(folder: string): Promise<ReadArchive> {
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as ReadArchive['manifest'];
  return {
    manifest,
    async lines(kind) {
      const parts = manifest.parts.filter((part) => part.kind === kind);
      const texts = await Promise.all(parts.map(async ({ name }) => gunzipSync(await readFile(join(folder, name)))));
      return texts.flatMap((text) => text.toString().split('\n').filter(Boolean));
    },
  };
}
