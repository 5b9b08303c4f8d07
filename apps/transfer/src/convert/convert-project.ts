import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ArchiveWriter, type Seal } from '@parley/service-kit/archive';

import { Lookup } from '../origin/lookup.ts';
import type { Origin } from '../origin/origin.ts';
import type { Progress } from '../progress.ts';
import { convertMacros, convertPolicies, convertRules, convertViews } from './automations.ts';
import { convertBots } from './bots.ts';
import { convertContacts } from './contacts.ts';
import { Conversion, type ConversionReport, refusedRows } from './conversion.ts';
import { convertFiles } from './files.ts';
import { convertMailboxes } from './mails.ts';
import { convertPeople } from './people.ts';
import { Source } from './plain.ts';
import { convertRequests } from './requests.ts';
import { convertDepartments, convertGroups, convertSettings, convertTexts } from './settings.ts';
import { convertSubscriptions } from './subscriptions.ts';

/** Collections that become records. */
const taken: ReadonlySet<string> = new Set([
  ...['projects', 'users', 'project_users', 'groups', 'departments', 'tags', 'cannedresponses', 'labels', 'leads'],
  ...['properties', 'segments', 'faq_kbs', 'faqs', 'mailboxes', 'subscriptions', 'requests', 'messages', 'roles'],
  ...['macros', 'triggers', 'automation_rules', 'automations', 'views', 'sla_policies'],
]);

export interface Converted {
  folder: string;
  report: ConversionReport & { notTaken: string[] };
  /** Where the first rows are that were refused, and why. */
  firstRefused: readonly string[];
}

export interface ConvertOptions {
  work: string;
  seal: Seal;
  /** Of this installation, under which files are read. */
  address?: string | undefined;
  progress?: Progress;
}

/** Projects of another system that live. */
export async function projectsOf(origin: Origin): Promise<{ id: string; name: string }[]> {
  const found: { id: string; name: string }[] = [];
  for await (const { document } of origin.documents('projects')) {
    if (document === undefined) continue;
    const source = new Source(document);
    if (source.number('status') !== 0) found.push({ id: source.id, name: source.text('name') ?? '' });
  }
  return found;
}

/** One project as an archive. The same source gives the same records, whenever and wherever. */
export async function convertProject(
  origin: Origin,
  project: { id: string; name: string },
  { work, seal, address, progress }: ConvertOptions,
): Promise<Converted> {
  const folder = join(work, 'archive');
  for (const old of [folder, join(work, refusedRows)]) await rm(old, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const writer = new ArchiveWriter({
    ...{ folder, seal, createdAt: new Date(), source: { kind: origin.kind } },
    project: { _id: project.id, name: project.name },
  });
  const lookup = new Lookup(join(work, 'lookup.db'));
  try {
    const about = { projectId: project.id, origin, writer, lookup, work, address, progress };
    return await convertAll(new Conversion(about), work);
  } finally {
    lookup.close();
  }
}

async function convertAll(conversion: Conversion, work: string): Promise<Converted> {
  const { writer, origin } = conversion;
  await convertSettings(conversion);
  const people = await convertPeople(conversion, await customRolesOf(conversion));
  const groups = await convertGroups(conversion, people);
  const bots = await convertBots(conversion);
  const departments = await convertDepartments(conversion, groups, bots);
  const tagColors = await convertTexts(conversion);
  await convertSubscriptions(conversion);
  const mailboxes = await convertMailboxes(conversion);
  const leads = await convertContacts(conversion);
  await convertPolicies(conversion);
  await convertMacros(conversion);
  await convertRules(conversion);
  await convertViews(conversion);
  await convertRequests(conversion, { people, leads, bots, departments, tagColors, mailboxes }, work);
  await convertFiles(conversion, work);
  await writer.finish();
  const fileCollections = new Set(
    origin.files?.collections.flatMap((name) => [name, name.replace('.files', '.chunks')]),
  );
  const report = {
    ...conversion.report,
    notTaken: origin.collections.filter((name) => !taken.has(name) && !fileCollections.has(name)),
  };
  await writeFile(join(work, 'conversion.json'), `${JSON.stringify(report, null, 2)}\n`);
  return { folder: writer.folder, report, firstRefused: conversion.firstRefused };
}

async function customRolesOf(conversion: Conversion): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for await (const row of conversion.rows('roles')) {
    names.add(row.source.text('name') ?? '');
    row.drop();
  }
  return names;
}
