import type { ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type EmbeddedPostgres, startEmbeddedPostgres } from '@parley/embedded-postgres';

import { type Owner, type Place, signIn, signUp } from './place.ts';
import { end, launch, meshSettings, type Side } from './processes.ts';
import { seed } from './seed/seed.ts';

export interface Size {
  requests: number;
  messages: number;
  /** So many of the newest are open. */
  open: number;
}

/** A mesh of its own, with a project of this size. */
export interface SizedPlace extends Place {
  owner: Owner;
  size: Size;
  stop(): Promise<void>;
}

interface Filled extends Owner {
  projectId: string;
}

/** @param keep where its database stays for the next run; without it, it is made each time */
export async function openSizedPlace(size: Size, keep: string | undefined): Promise<SizedPlace> {
  console.log(`${size.requests.toLocaleString('en')} requests, ${size.messages.toLocaleString('en')} messages`);
  const folder = keep ? join(keep, String(size.requests)) : await mkdtemp(join(tmpdir(), 'parley-scale-'));
  await mkdir(folder, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataFolder: join(folder, 'postgres'), durable: true });
  const children: ChildProcess[] = [];
  const stop = async () => {
    for (const child of children.splice(0)) await end(child);
    await postgres.stop();
    if (!keep) await rm(folder, { recursive: true, force: true });
  };
  try {
    const { projectId, ...owner } = (await known(folder)) ?? (await fill(folder, postgres, size));
    const { url } = await launchMesh(children, folder, postgres);
    return { url, owner, size, projectId, token: await signIn(url, owner), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const placeFile = (folder: string): string => join(folder, 'place.json');

async function known(folder: string): Promise<Filled | undefined> {
  const text = await readFile(placeFile(folder), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as Filled);
}

async function fill(folder: string, postgres: EmbeddedPostgres, size: Size): Promise<Filled> {
  const children: ChildProcess[] = [];
  const { url } = await launchMesh(children, folder, postgres);
  const owner = await signUp(url);
  // Nothing runs beside the seeding.
  for (const child of children) await end(child);
  await seed(postgres.url('conversations'), { projectId: owner.projectId, ...size });
  await writeFile(placeFile(folder), JSON.stringify(owner));
  return owner;
}

function launchMesh(children: ChildProcess[], folder: string, postgres: EmbeddedPostgres): Promise<Side> {
  return launch(children, 'apps/all-in-one/src/main.ts', {
    ...meshSettings,
    PARLEY_DATA: join(folder, 'data'),
    DATABASE_URL_WORKSPACE: postgres.url('workspace'),
    DATABASE_URL_CONVERSATIONS: postgres.url('conversations'),
  });
}
