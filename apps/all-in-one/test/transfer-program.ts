import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

import { ArchiveWriter } from '@parley/service-kit/archive';
import { currentCall } from '@parley/service-kit/call';
import { watchQueries } from '@parley/testkit';
import { run } from '@parley/transfer/run';

import type { TestMesh } from './mesh.ts';

const program = fileURLToPath(new URL('../../transfer/src/main.ts', import.meta.url));
const dumpWriter = fileURLToPath(new URL('../../transfer/test/write-tiledesk-dump.ts', import.meta.url));

export interface Finished {
  code: number;
  output: string;
}

/** The program that moves projects, as an operator starts it beside a mesh. */
export async function transfer(
  mesh: Pick<TestMesh, 'dataFolder'>,
  args: readonly string[],
  stopping: AbortSignal = new AbortController().signal,
): Promise<Finished> {
  let output = '';
  const kept = new Writable({
    write(bytes, _encoding, wasWritten) {
      output += String(bytes);
      wasWritten();
    },
  });
  const surroundings = { env: {}, out: kept, err: kept, stopping };
  const code = await run([...args, '--env', settingsOf(mesh)], surroundings);
  return { code, output };
}

/** By which statement the services show that they answer a call of the program. */
const shownBy = {
  load: /^select state from import /,
  keep: /^insert into import_batch /,
  activate: /^select state from import /,
  writeObject: /^select [\w, ]+ from import /,
} as const;

/** The calls of the program that the services of this process answer while `work` goes on. @param onCall of each one */
export async function callsDuring(
  work: () => Promise<unknown>,
  onCall: (name: keyof typeof shownBy) => void = () => undefined,
): Promise<Record<keyof typeof shownBy, number>> {
  const calls = { load: 0, keep: 0, activate: 0, writeObject: 0 };
  const end = watchQueries(({ text }) => {
    const name = currentCall().operation.replace(/^(Transfer|Object)Service\./, '') as keyof typeof shownBy;
    if (!shownBy[name]?.test(text.trim())) return;
    calls[name] += 1;
    onCall(name);
  });
  try {
    await work();
  } finally {
    end();
  }
  return calls;
}

/** The same as a process of its own, which is killed. */
export async function killedTransfer(
  mesh: Pick<TestMesh, 'dataFolder'>,
  args: readonly string[],
  killAfterMs: number,
): Promise<void> {
  const child = spawn(process.execPath, [program, ...args, '--env', settingsOf(mesh)], { stdio: 'ignore' });
  const killing = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await once(child, 'close');
  clearTimeout(killing);
}

/** The same as a process with so little memory. */
export async function smallTransfer(
  mesh: Pick<TestMesh, 'dataFolder'>,
  args: readonly string[],
  heapMb: number,
): Promise<Finished> {
  const heap = `--max-old-space-size=${heapMb}`;
  const child = spawn(process.execPath, [heap, program, ...args, '--env', settingsOf(mesh)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  return { code, output };
}

const settingsOf = ({ dataFolder }: Pick<TestMesh, 'dataFolder'>) => join(dataFolder, 'transfer.env');

/** What `outcomeOf` says of a run that was complete and verified. */
export const done = 'done';

/** Else what it wrote, so that a failing test shows it. */
export async function outcomeOf(mesh: Pick<TestMesh, 'dataFolder'>, args: readonly string[]): Promise<string> {
  const { code, output } = await transfer(mesh, args);
  return code === 0 ? done : `exit code ${code}: ${output}`;
}

const guide = new URL('../../../docs/guides/migrating.md', import.meta.url);

/** The commands of a section of the guide, in its order, with what stands for others replaced. */
export async function guideCommands(section: string, places: Readonly<Record<string, string>>): Promise<string[][]> {
  const text = (await readFile(guide, 'utf8')).split(/^## /m).find((one) => one.startsWith(`${section}\n`)) ?? '';
  return [...text.matchAll(/npm run (import|export) -- ([^`\n]+)/g)].map(([, command = '', args = '']) => {
    const filled = Object.entries(places).reduce((all, [from, to]) => all.replaceAll(from, to), args);
    return [command, ...filled.trim().split(/\s+/)];
  });
}

/** The line of the guide that begins with these words. */
export async function guideCommand(words: string): Promise<string> {
  return (await readFile(guide, 'utf8')).split('\n').find((line) => line.startsWith(words)) ?? '';
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
    asOf: Record<string, string>;
    dangling: Record<string, number>;
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

export const anyId = /(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-f])/g;

/** Of what people wrote, and of Message-IDs, which do not change. */
const freeText = /"(text|first_text|subject|description|message_id|external_id)":"([^"\\]|\\.)*"/g;

/** Ids that a line names, with the paths and requests that have some. */
export function namesIn(line: string): string[] {
  const named = line.replaceAll(freeText, '');
  const whole = [...named.matchAll(/"((?:uploads\/|support-group-)[^"]*)"/g)].map(([, name = '']) => name);
  return [...(named.match(anyId) ?? []), ...whole];
}

interface Records {
  [kind: string]: Iterable<object>;
}

/** An archive with these records beside a project. */
export async function writtenArchive(folder: string, projectId: string, records: Records): Promise<string> {
  await mkdir(folder, { recursive: true });
  const project = { _id: projectId, name: 'Shop' };
  const source = { kind: 'test' };
  const writer = new ArchiveWriter({ folder, source, project, seal: undefined, createdAt: new Date() });
  const all: Records = { project: [{ ...madeLongAgo, ...project }], ...records };
  for (const [kind, own] of Object.entries(all))
    for (const record of own) await writer.write(kind, [JSON.stringify(record)]);
  await writer.finish();
  return folder;
}

/** What every record has of its making. */
export const madeLongAgo = {
  createdBy: 'system',
  createdAt: '2024-03-01T08:00:00.000Z',
  updatedAt: '2024-03-01T08:00:00.000Z',
};

/** An archive that was converted, with an owner who signs in, and the options that load it with its secrets. */
export interface Converted {
  folder: string;
  options: string[];
  facts: {
    owner: { email: string; password: string };
    passwordHash: string;
    customerSecret: string;
    requests: number;
    messages: number;
  };
}

/** Of a dump of Tiledesk with so many requests. @param at a folder of its own */
export async function convertedArchive(at: string, requests: number): Promise<Converted> {
  const [dump, work] = [join(at, 'dump'), join(at, 'work')];
  const written = execFileSync(process.execPath, [dumpWriter, dump, String(requests)], { encoding: 'utf8' });
  const facts = JSON.parse(written) as Converted['facts'] & { projectId: string };
  const args = ['import', 'convert', 'tiledesk', dump, '--project', facts.projectId, '--to', work];
  const { code, output } = await transfer({ dataFolder: at }, args);
  // The dump has rows that are refused.
  if (code !== 2) throw new Error(`converting ended with ${code}: ${output}`);
  return { facts, folder: join(work, 'archive'), options: ['--passphrase-file', join(work, 'key')] };
}
