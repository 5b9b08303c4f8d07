import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair } from 'jose';

type Keys = Record<'ACTOR_KEY' | 'DATA_KEY' | 'TOKEN_SIGNING_KEYS' | 'VAPID_PRIVATE_KEY', string>;

/**
 * The keys of an embedded installation: made at the first start, read at every later one (`keys.json`, mode 0600). A key that an earlier
 * release did not have is added.
 * Values of the environment win.
 */
export async function embeddedKeys(dataFolder: string): Promise<Keys> {
  await mkdir(dataFolder, { recursive: true });
  const file = join(dataFolder, 'keys.json');
  const kept = await readPrivate<Partial<Keys>>(file);
  const keys = { ...(await newKeys()), ...kept };
  return Object.keys(keys).length === Object.keys(kept ?? {}).length ? keys : writePrivate(file, keys);
}

async function newKeys(): Promise<Keys> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return {
    ACTOR_KEY: randomBytes(32).toString('base64url'),
    DATA_KEY: randomBytes(32).toString('base64url'),
    TOKEN_SIGNING_KEYS: JSON.stringify({ keys: [await exportJWK(privateKey)] }),
    VAPID_PRIVATE_KEY: newPushKey(),
  };
}

function newPushKey(): string {
  const { d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  return d;
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
