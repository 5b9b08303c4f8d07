import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';

type Keys = Record<'ACTOR_KEY' | 'DATA_KEY' | 'TOKEN_SIGNING_KEYS', string>;

/**
 * The keys of an embedded installation: made at the first start, read at every later one (`keys.json`, mode 0600).
 * Values of the environment win.
 */
export async function embeddedKeys(dataFolder: string): Promise<Keys> {
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'keys.json');
  return (await readPrivate<Keys>(file)) ?? (await writePrivate(file, await newKeys()));
}

async function newKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ACTOR_KEY: randomBytes(32).toString('base64url'),
    DATA_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
  };
}

/** @returns undefined when there is no such file yet. */
export async function readPrivate<T>(file: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Written aside and renamed, so that a kill in between leaves the old file or the new one. */
export async function writePrivate<T>(file: string, value: T): Promise<T> {
  const aside = `${file}.new`;
  await writeFile(aside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(aside, 0o600);
  await rename(aside, file);
  return value;
}
