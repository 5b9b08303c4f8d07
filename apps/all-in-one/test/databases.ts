import { copiedDatabase, type TestDatabase, testDatabase } from '@parley/testkit';

/** Databases of services, each a copy of its migrated template on the server of the test run. */
export interface Databases {
  /** By the name of the service. */
  urls: Record<string, string>;
  drop(): Promise<void>;
}

/** @param names of services that have a database */
export function databasesOf(names: readonly string[]): Promise<Databases> {
  return together(names, (name) => testDatabase(new URL(`../../${name}/prisma/`, import.meta.url)));
}

/** With all they hold; no one may be connected to them. */
export function copiesOf({ urls }: Pick<Databases, 'urls'>): Promise<Databases> {
  return together(Object.keys(urls), (name) => copiedDatabase({ url: urls[name] ?? '' }));
}

async function together(names: readonly string[], copy: (name: string) => Promise<TestDatabase>): Promise<Databases> {
  const copies = await Promise.all(
    names.map(async (name): Promise<[string, TestDatabase]> => [name, await copy(name)]),
  );
  return {
    urls: Object.fromEntries(copies.map(([name, { url }]) => [name, url])),
    drop: async () => {
      await Promise.all(copies.map(([, database]) => database.drop()));
    },
  };
}

/** The variables with the addresses of the services’ databases. */
export function databaseVariables({ urls }: Pick<Databases, 'urls'>): Record<string, string> {
  return Object.fromEntries(Object.entries(urls).map(([name, url]) => [`DATABASE_URL_${name.toUpperCase()}`, url]));
}
