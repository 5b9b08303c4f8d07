import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Actor } from '@parley/contracts';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { type ApiClient, clientsOf, processVariables, type TestDatabase, testDatabase } from '@parley/testkit';

import { conversationsApi } from './conversations-api.ts';

/** The service in a process of its own. */
export interface Replica {
  child: ChildProcess;
  as(actor: Actor): ApiClient<typeof conversationsApi>;
}

/** Replicas on one database, in processes that may be killed. */
export class Replicas {
  readonly #actorKey = randomBytes(32).toString('base64url');
  readonly #dataKey = randomBytes(32).toString('base64url');
  readonly #children: ChildProcess[] = [];
  readonly #settings: Record<string, string>;
  #database: TestDatabase | undefined;
  #db: Database | undefined;

  /** @param settings environment of each, besides its keys and database */
  constructor(settings: Record<string, string> = {}) {
    this.#settings = settings;
  }

  /** The database that they will share. */
  async open(): Promise<Database> {
    this.#database = await testDatabase(new URL('../prisma/', import.meta.url));
    const log = createLogger({ service: 'conversations', level: 'silent' });
    this.#db = await connectDatabase({ url: this.#database.url, service: 'conversations', log });
    return this.#db;
  }

  async start(): Promise<Replica> {
    const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));
    const env = {
      ...processVariables(),
      DATABASE_URL_CONVERSATIONS: this.#database?.url,
      ACTOR_KEY: this.#actorKey,
      DATA_KEY: this.#dataKey,
      LOG_LEVEL: 'info',
      ...this.#settings,
    };
    const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#children.push(child);
    const address = await addressOf(child);
    const actorKey = new Uint8Array(Buffer.from(this.#actorKey, 'base64url'));
    return { child, as: clientsOf(conversationsApi, { address, audience: 'conversations', actorKey }) };
  }

  /** Kills one; what it holds is free when its leases have run out. */
  async lose({ child }: Replica): Promise<void> {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Kills one, as if it had been a minute ago: the claims and leases of a dead process are free. */
  async kill(replica: Replica): Promise<void> {
    await this.lose(replica);
    await this.#db?.query('update lease set until = now()');
    await this.#db?.query(
      `update idempotency set claimed_at = claimed_at - interval '1 minute' where state = 'claimed'`,
    );
  }

  killAll(): void {
    for (const child of this.#children.splice(0)) child.kill('SIGKILL');
  }

  async close(): Promise<void> {
    await this.#db?.close();
    await this.#database?.drop();
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  const { stdout } = child;
  if (!stdout) throw new Error('its log cannot be read');
  const lines = createInterface({ input: stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('the replica did not start')));
    // Reads the output to the end: a process with a full pipe stops.
    lines.on('line', (line) => {
      const { msg, addresses } = JSON.parse(line) as { msg: string; addresses?: { http: string } };
      if (msg === 'ready' && addresses) resolve(addresses.http);
    });
  });
}
