import { randomBytes } from 'node:crypto';
import { chown, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from './files.ts';

export const user = 'postgres';

export function urlOf(port: number, password: string, database: string): string {
  return `postgresql://${user}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** Made when missing. */
export async function passwordOf(dataFolder: string, account: Account | undefined): Promise<string> {
  const file = join(dataFolder, 'password');
  const known = await readFile(file, 'utf8').catch(() => undefined);
  if (known !== undefined) return known.trim();

  const password = randomBytes(32).toString('base64url');
  await writeFile(`${file}.new`, `${password}\n`, { mode: 0o600 });
  if (account) await chown(`${file}.new`, account.uid, account.gid);
  await rename(`${file}.new`, file);
  return password;
}
