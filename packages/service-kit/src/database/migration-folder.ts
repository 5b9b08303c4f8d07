import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

/** One `prisma/migrations/<timestamp>_<name>/migration.sql`. */
export interface Migration {
  name: string;
  sql: string;
  /** As Prisma keeps it in `_prisma_migrations`. */
  checksum: string;
}

const kitMigrations = new URL('../../prisma/migrations/', import.meta.url);

/**
 * The migrations of the kit's own tables and of a service, in the order of their names.
 * @param folder the service's `prisma` folder
 */
export async function migrationsOf(folder: URL): Promise<Migration[]> {
  const own = new URL('migrations/', asFolder(folder));
  const found = await Promise.all([
    readMigrations(kitMigrations),
    own.href === kitMigrations.href ? [] : readMigrations(own),
  ]);
  return found.flat().sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Fingerprint of a set of migrations: it differs if the set or a text does. */
export function fingerprintOf(migrations: readonly Migration[]): string {
  const hash = createHash('sha256');
  for (const { name, checksum } of migrations) hash.update(`${name}\0${checksum}\0`);
  return hash.digest('hex').slice(0, 16);
}

async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const folders = entries.filter((entry) => entry.isDirectory());
  return Promise.all(
    folders.map(async ({ name }) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

function asFolder(folder: URL): URL {
  return folder.href.endsWith('/') ? folder : new URL(`${folder.href}/`);
}
