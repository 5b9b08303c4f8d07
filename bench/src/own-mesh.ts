import type { ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ServiceName } from '@parley/contracts';
import { startEmbeddedPostgres } from '@parley/embedded-postgres';

import { type Place, signIn, signUp } from './place.ts';
import { end, launch, meshSettings } from './processes.ts';

/** A mesh with one new project, and its owner's token. */
export interface OwnMesh extends Place {
  pid: number;
  dataFolder: string;
  /** @param service one of those that are apart */
  databaseUrl(service: ServiceName): string;
}

export interface OwnMeshOptions {
  /** Services whose databases the measurement fills itself: they are on a PostgreSQL with durable commits. */
  apart?: readonly ServiceName[];
  env?: Record<string, string>;
}

/** Starts a mesh in a folder of its own for one measurement, and leaves nothing behind. */
export async function onOwnMesh(
  { apart = [], env = {} }: OwnMeshOptions,
  measure: (mesh: OwnMesh) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'));
  const postgres =
    apart.length > 0 ? await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: true }) : undefined;
  const databaseUrl = (service: ServiceName) => postgres?.url(service) ?? '';
  const children: ChildProcess[] = [];
  try {
    const databases = apart.map((name) => [`DATABASE_URL_${name.toUpperCase()}`, databaseUrl(name)]);
    const dataFolder = join(folder, 'data');
    const { url, pid } = await launch(children, 'apps/all-in-one/src/main.ts', {
      ...{ ...meshSettings, PARLEY_DATA: dataFolder },
      ...{ ...Object.fromEntries(databases), ...env },
    });
    const { projectId, ...owner } = await signUp(url);
    await measure({ url, pid, dataFolder, projectId, token: await signIn(url, owner), databaseUrl });
  } finally {
    for (const child of children) await end(child);
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
