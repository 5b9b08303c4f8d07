import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { serialize } from 'bson';

import { type DumpFacts, TiledeskRows } from './tiledesk-rows.ts';

/**
 * Writes what `mongodump` writes of a Tiledesk, with the faults of real ones: rows that name others that are gone, twins, texts in place of
 * dates and numbers, texts that are no UTF-8, documents of old versions.
 */
export async function writeTiledeskDump(
  folder: string,
  { requests = 50, hoursApart = 1 }: { requests?: number; hoursApart?: number } = {},
): Promise<DumpFacts> {
  const dump = new TiledeskRows(requests, hoursApart * 3_600_000);
  const collections = dump.collections();
  await mkdir(join(folder, 'tiledesk'), { recursive: true });
  for (const [name, documents] of Object.entries(collections)) {
    const bytes = documents.map((document) =>
      Buffer.isBuffer(document) ? document : Buffer.from(serialize(document)),
    );
    await writeFile(join(folder, 'tiledesk', `${name}.bson`), Buffer.concat(bytes));
  }
  return dump.facts();
}
