import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { FolderInUse } from '@parley/embedded-postgres';

import { parentOf, portHolder } from './holders.ts';
import { tryPort } from './ports.ts';

/** Why Parley does not start: one sentence for people, with the way out. */
export class Obstacle extends Error {}

interface Place {
  /** 0: any free one. */
  port: number;
  host: string;
  /** Absolute. */
  dataFolder: string;
}

/** An empty mesh takes 90 MB. */
const firstStartBytes = 150 * 2 ** 20;

/**
 * Looks, before anything starts, whether the port is free and the folder can be written.
 * @throws Obstacle
 */
export async function checkPlace({ port, host, dataFolder }: Place): Promise<void> {
  if (port !== 0) await checkPort(port, host);
  await checkFolder(dataFolder);
}

/** What a part that has failed to start means for people; the error itself where that is no matter of its place. */
export async function obstacleOf(error: unknown, dataFolder: string): Promise<unknown> {
  if (error instanceof FolderInUse) {
    const holder = (await parentOf(error.postmaster)) ?? 'another process';
    return new Obstacle(
      `The data folder ${dataFolder} is in use by ${holder}: stop it, or choose another folder with PARLEY_DATA.`,
    );
  }
  return isDiskFull(error) ? diskFull(dataFolder) : error;
}

async function checkPort(port: number, host: string): Promise<void> {
  try {
    await tryPort(port, host);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      const holder = await portHolder(port);
      throw new Obstacle(
        `Port ${port} is in use${holder ? ` by ${holder}` : ''}: stop it, or choose another one with PORT; a second Parley also needs its own data folder: PORT=${port < 65_000 ? port + 10 : 3000} PARLEY_DATA=.parley-2 npm start`,
      );
    }
    if (code === 'EACCES')
      throw new Obstacle(`Your account may not use port ${port} (EACCES): choose 1024 or higher with PORT.`);
    throw new Obstacle(
      `PARLEY_HOST=${host} is not an address of this machine (${code}): set one that is, or leave it unset.`,
    );
  }
}

async function checkFolder(dataFolder: string): Promise<void> {
  const probe = join(dataFolder, '.writable');
  try {
    await makeFolder(dataFolder);
    await writeFile(probe, 'x');
    await rm(probe);
  } catch (error) {
    if (isDiskFull(error)) throw diskFull(dataFolder);
    throw new Obstacle(
      `The data folder ${dataFolder} cannot be written (${(error as NodeJS.ErrnoException).code}): choose another one with PARLEY_DATA.`,
    );
  }
  if (existsSync(join(dataFolder, 'keys.json'))) return;
  const { bavail, bsize } = await statfs(dataFolder);
  if (bavail * bsize < firstStartBytes) throw diskFull(dataFolder);
}

/** As a recursive `mkdir`, which never ends where a file system says ENOENT for what it refuses, such as /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

function isDiskFull(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT' || /No space left on device/i.test(message);
}

function diskFull(dataFolder: string): Obstacle {
  return new Obstacle(
    `The disk of ${dataFolder} is full (ENOSPC): make room, or choose a folder on another disk with PARLEY_DATA.`,
  );
}
