import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { restoreServer, startEmbeddedPostgres } from '@parley/embedded-postgres';

import { storing } from '../k8s/mesh.ts';
import { type Checked, cursorFaults, filesOf, readAll } from './checks.ts';
import { verify } from './restore.ts';

/** What a drill has proven, a sentence each. @throws Error with what is wrong with the back-up */
export type Proof = string[];

/** Restores a back-up of one machine into a scratch folder, starts its PostgreSQL and reads all of it; nothing else is touched. */
export async function drill(from: string): Promise<Proof> {
  const manifest = await verify(from);
  const proof = [`All ${manifest.files} files are as they were written on ${manifest.at} by ${manifest.version}.`];
  const scratch = await mkdtemp(join(tmpdir(), 'parley-drill-'));
  try {
    const dataFolder = join(scratch, 'postgres');
    await restoreServer(join(from, 'postgres'), dataFolder);
    const server = await startEmbeddedPostgres({ dataFolder, durable: false });
    try {
      proof.push('PostgreSQL starts on the copy.');
      proof.push(...(await drillDatabases((service) => server.url(service), join(from, 'data', 'media'))));
    } finally {
      await server.stop();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return proof;
}

/**
 * Reads databases that have been restored, wherever they are.
 * @param media the folder of files, if they are in one
 */
export async function drillDatabases(urlOf: (service: string) => string, media?: string): Promise<Proof> {
  const checked: Checked[] = [];
  for (const { name } of storing) checked.push(await readAll(name, urlOf(name)));
  const faults = cursorFaults(checked);
  if (faults.length > 0) throw new Error(`The databases are of different moments:\n${faults.join('\n')}`);
  const newest = Math.max(...checked.map(({ newest }) => newest?.getTime() ?? 0));
  const proof = [
    ...checked.map(({ service, tables, rows }) => `${service}: ${tables} tables with ${rows} rows can be read.`),
    'All databases are of one moment: no consumer has passed an event that its publisher does not have.',
    newest > 0 ? `The newest event is of ${new Date(newest).toISOString()}.` : 'There are no events.',
  ];
  return media ? [...proof, await filesProof(urlOf('media'), media)] : proof;
}

async function filesProof(url: string, media: string): Promise<string> {
  const there = new Set<string>();
  for (const entry of await readdir(media, { recursive: true }).catch(() => [])) {
    const [, project, object] = /([0-9a-f]{24})\.([0-9a-f]{24})\.o$/.exec(entry) ?? [];
    if (project) there.add(`${project}/${object}`);
  }
  const files = await filesOf(url);
  const lost = files.filter((key) => !there.has(key));
  if (lost.length > 0) throw new Error(`${lost.length} of ${files.length} files have lost their bytes.`);
  return `All ${files.length} uploads have their bytes.`;
}
