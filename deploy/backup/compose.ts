import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

import type { Ask } from './repairs.ts';

/** The containers of a compose file, and where its servers keep their data. */
export interface Stack {
  /** What `docker compose` is told before its command: `--file` and such. */
  args: readonly string[];
  /** Has tar. */
  toolImage: string;
  /** The S3 server, and the folder of its data. */
  objects: { service: string; folder: string };
}

const { POSTGRES_IMAGE: postgresImage = 'postgres:17' } = process.env;

/** Of docker-compose.yml. */
export const localStack: Stack = {
  args: [],
  toolImage: postgresImage,
  objects: { service: 's3', folder: '/data' },
};

const ledgerFile = /^erasures-\d+\.txt$/;
const databaseFolder = '/var/lib/postgresql/data';
const tar = ['tar', '--xattrs', '--xattrs-include=*', '--numeric-owner'];
/** The ledger of erasures, page by page, from the operations port inside the container of media. */
const readLedger = `
  const at = 'http://127.0.0.1:9000/ops/ledger';
  for (let after = '', names = ['']; names.length > 0; after = names.at(-1)) {
    names = (await (await fetch(at + '?after=' + after)).json()).names;
    for (const name of names) console.log(name);
  }`;
const writeLedger = `
  const names = (await new Response(process.stdin).text()).split('\\n').filter(Boolean);
  const headers = { 'content-type': 'application/json' };
  for (let at = 0; at < names.length; at += 500) {
    const body = JSON.stringify({ names: names.slice(at, at + 500) });
    const { ok, status } = await fetch('http://127.0.0.1:9000/ops/ledger', { method: 'POST', headers, body });
    if (!ok) throw new Error('The ledger cannot be written: ' + status);
  }`;

/** Saves databases, then files, while everything runs. @param into a folder that does not exist */
export async function backUpStack(stack: Stack, into: string): Promise<void> {
  if (existsSync(into)) throw new Error(`${into} is there already: a back-up is never written over another one.`);
  const part = `${into}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  const at = new Date();
  const base = ['pg_basebackup', '--username', 'parley', '--pgdata', '-', '--format', 'tar'];
  const databases = [...base, '--wal-method', 'fetch', '--checkpoint', 'fast'];
  await docker({ to: join(part, 'databases.tar') }, ...compose(stack, 'exec', '-T', 'postgres', ...databases));
  const { service, folder } = stack.objects;
  const files = [...tar, '--directory', folder, '--create', '.'];
  await docker({ to: join(part, 'files.tar') }, ...(await beside(stack, service)), ...files);
  await writeFile(join(part, 'backup.json'), `${JSON.stringify({ format: 1, at: at.toISOString() }, null, 2)}\n`);
  await rename(part, into);
}

/**
 * Discards everything that is there, NATS's stream included, puts back what was saved, and starts. The ledger of erasures goes on.
 * @returns the moment of the back-up
 */
export async function restoreStack(stack: Stack, from: string): Promise<Date> {
  const { at } = JSON.parse(await readFile(join(from, 'backup.json'), 'utf8')) as { at: string };
  const ledger = join(from, `erasures-${Date.now()}.txt`);
  const isUp = (await docker({}, ...compose(stack, 'ps', '--quiet', 'media'))).trim() !== '';
  if (isUp) await docker({ to: ledger }, ...inMedia(stack, readLedger));
  await docker({}, ...compose(stack, 'down', '--volumes'));
  await docker({}, ...compose(stack, 'create'));
  for (const [service, folder, file] of [
    ['postgres', databaseFolder, 'databases.tar'],
    [stack.objects.service, stack.objects.folder, 'files.tar'],
  ] as const) {
    const extract = [...tar, '--directory', folder, '--extract'];
    await docker({ from: join(from, file) }, ...(await beside(stack, service)), ...extract);
  }
  await docker({}, ...compose(stack, 'up', '--wait'));
  // Also that of a restore which was cut off after it had discarded everything.
  for (const name of await readdir(from))
    if (ledgerFile.test(name)) await docker({ from: join(from, name) }, ...inMedia(stack, writeLedger));
  return new Date(at);
}

/** Calls to the operations port of a service, from inside its container: no port of these leads out. */
export const askIn =
  (stack: Stack, service: string): Ask =>
  async (path, body) => {
    const call = JSON.stringify({ path, ...(body && { body: JSON.stringify(body) }) });
    const asking = `
      const { path, body } = JSON.parse(process.argv[1]);
      const post = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      const answer = await fetch('http://127.0.0.1:9000' + path, { ...post });
      console.log(await answer.text());
      process.exitCode = answer.ok ? 0 : 1;`;
    return JSON.parse(await docker({}, ...compose(stack, 'exec', '-T', service, ...module(asking), call)));
  };

const module = (script: string) => ['node', '--input-type=module', '--eval', script];

const compose = ({ args }: Stack, ...command: string[]) => ['compose', ...args, ...command];

const inMedia = (stack: Stack, script: string) => compose(stack, 'exec', '-T', 'media', ...module(script));

/** A container of its own with the volumes of a service: the image of that one may hold no tar. */
async function beside(stack: Stack, service: string): Promise<string[]> {
  const container = (await docker({}, ...compose(stack, 'ps', '--all', '--quiet', service))).trim();
  if (container === '') throw new Error(`There is no container of ${service}.`);
  return ['run', '--rm', '--interactive', '--volumes-from', container, '--entrypoint', '', stack.toolImage];
}

/** @param from a file that becomes its input @param to a file that takes its output. @returns its output otherwise */
async function docker({ from, to }: { from?: string; to?: string }, ...args: string[]): Promise<string> {
  const child = spawn('docker', args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [output] = await Promise.all([
    to ? pipeline(child.stdout, createWriteStream(to, { mode: 0o600 })).then(() => '') : text(child.stdout),
    from ? pipeline(createReadStream(from), child.stdin) : child.stdin.end(),
  ]);
  const [code] = await ended;
  if (code !== 0) throw new Error(`docker ${args.slice(0, 4).join(' ')} … failed.`);
  return output;
}
