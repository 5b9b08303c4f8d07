import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { ConfigError, type Environment } from '../config/config.ts';
import { isMigrated, migrate } from '../database/migrate.ts';
import { createLogger, type Logger } from '../observability/log.ts';
import type { StartService } from './definition.ts';

interface Step {
  url: string;
  /** The service's `prisma` folder. */
  folder: URL;
  log: Logger;
}

const steps = {
  /** Ends when the database accepts a connection. */
  'await-database': (step: Step) => until(step, 'the database', () => letsIn(step.url)),
  migrate: async (step: Step) => void (await migrate(step)),
  /** Ends when another process has applied all migrations. */
  'await-migrations': (step: Step) => until(step, 'its migrations', () => hasMigrated(step)),
};

/**
 * A step of a rollout, in a process that ends: `main.ts migrate`. A service that is started without them migrates by itself.
 * @param word what the process was started with; none: it is to serve
 * @returns false if the process is to serve
 * @throws Error for a word that is no step, for a service that has no database, and when what was waited for did not come
 */
export async function runStep(
  word: string | undefined,
  definition: StartService['definition'] | undefined,
  env: Environment,
): Promise<boolean> {
  if (word === undefined) return false;
  const step = Object.entries(steps).find(([name]) => name === word)?.[1];
  if (step === undefined) throw new Error(`${word} is none of ${Object.keys(steps).join(', ')}.`);
  if (definition?.database === undefined) throw new Error('This service has no database.');
  const { name, database } = definition;
  const variable = `DATABASE_URL_${name.toUpperCase()}`;
  const url = env[variable];
  if (!url) throw new ConfigError(name, [`${variable}: is missing`]);
  const log = createLogger({ service: name, level: env.LOG_LEVEL || 'info' });
  try {
    await step({ url, folder: database.folder, log });
  } finally {
    await new Promise((resolve) => log.flush(resolve));
  }
  return true;
}

const patienceMs = 600_000;
const everyMs = 500;

async function until({ log }: Step, what: string, isThere: () => Promise<boolean>): Promise<void> {
  log.info(`waiting for ${what}`);
  let isLogged = false;
  const look = () =>
    isThere().catch((error: unknown) => {
      if (!isLogged) log.warn({ err: error }, `${what} cannot be checked yet`);
      isLogged = true;
      return false;
    });
  for (const end = Date.now() + patienceMs; !(await look()); await delay(everyMs)) {
    if (Date.now() > end) throw new Error(`Waited ${patienceMs / 60_000} minutes for ${what}.`);
  }
}

async function letsIn(url: string): Promise<boolean> {
  return asked(url, async () => true);
}

async function hasMigrated({ url, folder, log }: Step): Promise<boolean> {
  return asked(url, (client) => isMigrated(client, folder, log));
}

async function asked(url: string, ask: (client: pg.Client) => Promise<boolean>): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, statement_timeout: 5_000 });
  // The next statement rejects with it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await ask(client);
  } finally {
    await client.end();
  }
}
