import { readdir, readFile } from 'node:fs/promises';

import { schemaDiff } from './schema-engine.ts';

/**
 * What a service's Prisma schema says and its migrated database does not: SQL statements, none when they agree. What only
 * the database has (the kit's tables, partial indexes, checks) is no drift: Prisma's language has no words for it.
 * @param url a database that `migrate` has brought up to date
 * @param folder the service's `prisma` folder
 */
export async function driftOf(url: string, folder: URL): Promise<string[]> {
  const script = await schemaDiff(url, await schemaOf(folder), 'database');
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.replace(/^\s*--.*$/gm, '').trim())
    .filter((statement) => statement !== '' && !takesAway(statement));
}

function takesAway(statement: string): boolean {
  return /^(drop |alter table \S+ drop constraint)/i.test(statement);
}

/** The text of `schema.prisma`, or of all files of the folder `schema`; empty when there is neither. */
async function schemaOf(folder: URL): Promise<[path: string, content: string][]> {
  const single = new URL('schema.prisma', folder);
  const text = await readFile(single, 'utf8').catch(() => undefined);
  if (text !== undefined) return [['schema.prisma', text]];

  const several = new URL('schema/', folder);
  const files = (await readdir(several).catch(() => [])).filter((name) => name.endsWith('.prisma')).sort();
  return Promise.all(
    files.map(async (name): Promise<[string, string]> => [name, await readFile(new URL(name, several), 'utf8')]),
  );
}
