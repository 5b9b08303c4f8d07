import { randomBytes } from 'node:crypto';

import { fingerprintOf, migrate, migrationsOf } from '@parley/service-kit/database';
import pg from 'pg';
import { pino } from 'pino';

import { testServer } from './embedded-postgres.ts';

/** A migrated database of its own for one test file. */
export interface TestDatabase {
  url: string;
  /** Drops it, open connections included. */
  drop(): Promise<void>;
}

/** Advisory lock under which templates are made. */
const templateLock = 7_273_702;

/**
 * A copy of a service's empty, migrated database, made in milliseconds from a template that the run's first asker has made.
 * @param folder the service's `prisma` folder
 */
export async function testDatabase(folder: URL): Promise<TestDatabase> {
  const template = `parley_template_${fingerprintOf(await migrationsOf(folder))}`;
  return copyOf(template, async (server) => {
    if (!(await exists(server, template))) await makeTemplate(server, template, folder);
  });
}

/** A copy of a test database with all it holds. No one may be connected to it. */
export function copiedDatabase({ url }: Pick<TestDatabase, 'url'>): Promise<TestDatabase> {
  return copyOf(decodeURIComponent(new URL(url).pathname.slice(1)));
}

async function copyOf(template: string, prepare?: (server: pg.Client) => Promise<void>): Promise<TestDatabase> {
  const name = `parley_test_${randomBytes(8).toString('hex')}`;
  await onServer(async (server) => {
    await prepare?.(server);
    await server.query(`create database ${name} template ${template} strategy file_copy`);
  });
  return {
    url: await testServer(name),
    drop: () => onServer((server) => server.query(`drop database if exists ${name} with (force)`)),
  };
}

async function makeTemplate(server: pg.Client, template: string, folder: URL): Promise<void> {
  await server.query('select pg_advisory_lock($1)', [templateLock]);
  try {
    if (await exists(server, template)) return;
    // Under another name until it is whole: a run that is killed leaves no half template on a lasting server.
    const part = `${template}_part`;
    await server.query(`drop database if exists ${part} with (force)`);
    await migrate({ url: await testServer(part), folder, log: pino({ enabled: false }) });
    await server.query(`alter database ${part} rename to ${template}`);
  } finally {
    await server.query('select pg_advisory_unlock($1)', [templateLock]);
  }
}

async function exists(server: pg.Client, database: string): Promise<boolean> {
  const { rows } = await server.query('select from pg_database where datname = $1', [database]);
  return rows.length > 0;
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client({ connectionString: await testServer() });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}
