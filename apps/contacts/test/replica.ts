import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import type { Actor } from '@parley/contracts';
import { type ApiClient, clientsOf, processVariables } from '@parley/testkit';

import { type Contacts, contactsApi } from './contacts.ts';

/** The service in a separate process. */
export interface Replica {
  pid: number;
  as(actor: Actor): ApiClient<typeof contactsApi>;
  kill(): Promise<void>;
}

/** Starts another replica on the same database. @param options options of Node */
export async function startReplica(
  { databaseUrl, env: { ACTOR_KEY, DATA_KEY } }: Contacts,
  options: readonly string[] = [],
): Promise<Replica> {
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
  const keys = { ACTOR_KEY, DATA_KEY };
  const env = { ...processVariables(), ...keys, DATABASE_URL_CONTACTS: databaseUrl, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [...options, main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const address = await addressOf(child);
  const key = new Uint8Array(Buffer.from(ACTOR_KEY ?? '', 'base64url'));
  return {
    pid: child.pid ?? 0,
    as: clientsOf(contactsApi, { address, audience: 'contacts', actorKey: key }),
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function addressOf(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error('its log cannot be read');
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the replica did not start')));
    // Drained: a process whose log is not read blocks on a full pipe.
    lines.on('line', (line) => {
      const { msg, addresses } = JSON.parse(line) as { msg: string; addresses?: { http: string } };
      if (msg === 'ready' && addresses) resolve(addresses.http);
    });
  });
}
