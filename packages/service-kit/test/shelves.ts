import { testDatabase } from '@parley/testkit';
import pg from 'pg';
import { pino } from 'pino';
import { connectDatabase, type DatabaseOptions } from '../src/database/database.ts';
import { PrismaClient } from './src/generated/prisma/client.ts';

const shelfFolder = new URL('./prisma/', import.meta.url);
export const silent = pino({ enabled: false });
export const project = '650000000000000000000001';

type Shelves = Awaited<ReturnType<typeof connectShelves>>;

export function connectShelves(url: string, options: Partial<DatabaseOptions<PrismaClient>> = {}) {
  return connectDatabase({
    url,
    service: 'kit-tests',
    log: silent,
    prisma: (adapter) => new PrismaClient({ adapter }),
    ...options,
  });
}

export interface ShelfFixture {
  db: Shelves;
  url: string;
  /** Names of the stored shelves, seen from outside of any transaction. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

/** A database of its own with the tables of `test/prisma`. */
export async function openShelves(options: Partial<DatabaseOptions<PrismaClient>> = {}): Promise<ShelfFixture> {
  const { url, drop } = await testDatabase(shelfFolder);
  const db = await connectShelves(url, options);
  const observer = new pg.Client(url);
  observer.on('error', () => undefined);
  await observer.connect();
  return {
    db,
    url,
    names: async () => {
      const { rows } = await observer.query<{ name: string }>('select name from shelf order by name');
      return rows.map(({ name }) => name);
    },
    close: async () => {
      await db.close();
      await observer.end();
      await drop();
    },
  };
}

let shelves = 0;

/** Stores a shelf by SQL. */
export async function putShelf(db: Pick<Shelves, 'query'>, name: string): Promise<void> {
  await db.query({ name: 'put_shelf', text: 'insert into shelf (id_project, id, name) values ($1, $2, $3)' }, [
    project,
    `shelf${++shelves}`,
    name,
  ]);
}
