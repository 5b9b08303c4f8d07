import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ArchiveWriter } from '../archive/archive-writer.ts';
import type { Seal } from '../archive/sealing.ts';
import { convertBots } from './bots.ts';
import { convertContacts } from './contacts.ts';
import { Conversion, type ConversionReport, refusedRows } from './conversion.ts';
import type { Dump } from './dump.ts';
import { convertPeople } from './people.ts';
import { Source } from './plain.ts';
import { convertRequests } from './requests.ts';
import { convertDepartments, convertGroups, convertProject, convertTexts } from './settings.ts';

/** Collections that become records. */
const taken: ReadonlySet<string> = new Set([
  ...['projects', 'users', 'project_users', 'groups', 'departments', 'tags', 'cannedresponses', 'labels', 'leads'],
  ...['properties', 'segments', 'faq_kbs', 'faqs', 'requests', 'messages', 'roles'],
]);

export interface Converted {
  folder: string;
  report: ConversionReport & { notTaken: string[] };
}

export interface ConvertOptions {
  work: string;
  seal: Seal;
}

/** Projects of a dump that live. */
export async function projectsOf(dump: Dump): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  for await (const { document } of dump.documents('projects')) {
    if (document === undefined) continue;
    const source = new Source(document);
    if (source.number('status') !== 0) found.push({ id: source.id, name: source.text('name') ?? '' });
  }
  return found;
}

/** One project of a dump as an archive. The same dump gives the same records, whenever and wherever. */
export async function convertTiledesk(
  dump: Dump,
  project: { id: string; name: string },
  { work, seal }: ConvertOptions,
): Promise<Converted> {
  const folder = join(work, 'archive');
  for (const old of [folder, join(work, refusedRows)]) await rm(old, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writer = new ArchiveWriter({
    ...{ folder, seal, createdAt: new Date(), source: { kind: 'tiledesk' } },
    project: { _id: project.id, name: project.name },
  });
  const conversion = new Conversion({ projectId: project.id, dump, writer, work });
  await convertProject(conversion);
  const people = await convertPeople(conversion, await customRolesOf(conversion));
  const groups = await convertGroups(conversion, people);
  const bots = await convertBots(conversion);
  const departments = await convertDepartments(conversion, groups, bots);
  await convertTexts(conversion);
  const leads = await convertContacts(conversion);
  await convertRequests(conversion, { people, leads, bots, departments }, work);
  await writer.finish();
  const report = { ...conversion.report, notTaken: dump.collections.filter((name) => !taken.has(name)) };
  await writeFile(join(work, 'conversion.json'), `${JSON.stringify(report, null, 2)}\n`);
  return { folder, report };
}

async function customRolesOf(conversion: Conversion): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const row of conversion.rows('roles')) {
    names.add(row.source.text('name') ?? '');
    row.drop();
  }
  return names;
}
