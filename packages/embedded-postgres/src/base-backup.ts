import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';

import { passwordOf, urlOf } from './address.ts';
import { type CopiedFile, copyTree } from './copy-tree.ts';
import { reachableFolder, serverAccount } from './files.ts';
import { alive, readPostmaster } from './process.ts';

export interface BaseBackup {
  /** Whether the server ran meanwhile, and keeps running. */
  isLive: boolean;
  /** The moment to which all databases are restored. */
  at: Date;
  /** With paths below the folder of the back-up. */
  files: CopiedFile[];
}

/** What a running server has in these folders of its data is of no use to another one, which needs them empty. */
const emptied = [
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...['pg_wal/archive_status', 'pg_wal/summaries'],
].map((folder) => `data/${folder}`);
const unwanted = /^server\.log$|^data\/postmaster\.(pid|opts)$|(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)$/;

/**
 * Copies the data of an embedded PostgreSQL, all databases at one moment, while it runs: a base back-up by PostgreSQL's own functions, with
 * the write-ahead log that it needs. A server that does not run is copied as it is. A server starts on the copy.
 * @param dataFolder the one that the server was started with
 * @throws Error when the server was started or stopped meanwhile: the copy is then of no use
 */
export async function backUpServer(dataFolder: string, into: string): Promise<BaseBackup> {
  const account = await serverAccount();
  const folder = await reachableFolder(dataFolder, account);
  const data = join(folder, 'data');
  if (!existsSync(join(data, 'PG_VERSION'))) throw new Error(`There is no embedded PostgreSQL in ${dataFolder}.`);
  const before = await readPostmaster(data);
  if (!before || !alive(before.pid)) {
    const files = await copyTree(folder, into, (path) => !unwanted.test(path));
    const after = await readPostmaster(data);
    if (after && alive(after.pid)) throw new Error('PostgreSQL was started during the copy.');
    return { isLive: false, at: new Date(), files };
  }
  const client = new pg.Client({ connectionString: urlOf(before.port, await passwordOf(folder, account), 'postgres') });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return { isLive: true, ...(await copyRunning(client, folder, into)) };
  } finally {
    await client.end();
  }
}

/** Whether a server runs on this folder. */
export async function serverIsRunning(dataFolder: string): Promise<boolean> {
  const folder = await reachableFolder(dataFolder, await serverAccount());
  const server = await readPostmaster(join(folder, 'data'));
  return server !== undefined && alive(server.pid);
}

/** Puts a copy in the place of a server's data, which is moved to `….before` if there is any. The server must not run. */
export async function restoreServer(from: string, dataFolder: string): Promise<void> {
  const folder = await reachableFolder(dataFolder, await serverAccount());
  const isEmpty = (await readdir(folder)).length === 0;
  const before = `${folder}.before`;
  if (!isEmpty) {
    await rm(before, { recursive: true, force: true });
    await rename(folder, before);
  }
  await copyTree(from, folder);
}

async function copyRunning(client: pg.Client, folder: string, into: string): Promise<Omit<BaseBackup, 'isLive'>> {
  // Keeps the log that the copy needs, as long as this connection lives.
  await client.query(`select pg_create_physical_replication_slot('parley_backup_' || pg_backend_pid(), true, true)`);
  const { rows: begun } = await client.query<{ segment: string }>(
    `select pg_walfile_name(pg_backup_start('parley', true)) as segment`,
  );
  const files = await copyTree(folder, into, (path) => !unwanted.test(path) && !emptied.includes(path));
  const { rows: ended } = await client.query<{ segment: string; label: string; at: Date }>(
    `select pg_walfile_name(lsn) as segment, labelfile as label, clock_timestamp() as at from pg_backup_stop(false)`,
  );
  const { uid, gid } = await stat(join(folder, 'data'));
  for (const path of emptied) {
    await mkdir(join(into, path), { recursive: true, mode: 0o700 });
    if (process.getuid?.() === 0) await chown(join(into, path), uid, gid);
  }
  const [first, last] = [begun[0]?.segment ?? '', ended[0]?.segment ?? ''];
  const wal = await copyTree(join(folder, 'data/pg_wal'), join(into, 'data/pg_wal'), (name) =>
    /^[0-9A-F]{24}$/.test(name) ? name >= first && name <= last : name.endsWith('.history'),
  );
  const label = { path: 'data/backup_label', ...digestOf(ended[0]?.label ?? '') };
  await writeFile(join(into, label.path), ended[0]?.label ?? '', { mode: 0o600 });
  if (process.getuid?.() === 0) await chown(join(into, label.path), uid, gid);
  const logs = wal.map((file) => ({ ...file, path: `data/pg_wal/${file.path}` }));
  return { at: ended[0]?.at ?? new Date(), files: [...files, label, ...logs] };
}

function digestOf(text: string): { bytes: number; sha256: string } {
  return { bytes: Buffer.byteLength(text), sha256: createHash('sha256').update(text).digest('hex') };
}
