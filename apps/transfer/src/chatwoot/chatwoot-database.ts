import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { Refused } from '../config.ts';
import type { Found, Origin } from '../origin/origin.ts';
import { accountOrigin } from './account-origin.ts';
import { blobReader } from './blobs.ts';
import * as statements from './chatwoot.statements.ts';
import type { Row } from './chatwoot-rows.ts';

interface DatabaseOptions {
  account?: string | undefined;
  owner?: string | undefined;
  /** Of this installation, under which files are read. */
  address?: string | undefined;
  /** A folder or address with the bytes of files, by key. */
  files?: string | undefined;
}

/** The accounts of a Chatwoot, each as a system of its own. Nothing is written there. Source: contract 90 section 9 */
export async function openChatwoot(
  url: string,
  { account, owner, address, files }: DatabaseOptions,
): Promise<{ origins: Origin[]; close(): Promise<void> }> {
  const log = createLogger({ service: 'transfer', level: 'silent' });
  const db = await connectDatabase({ url, service: 'transfer', log, poolSize: 2 });
  try {
    const found = await db.query<{ name: string }>(statements.tables);
    const tables = new Set(found.map(({ name }) => name));
    for (const needed of ['accounts', 'account_users', 'users', 'contacts', 'conversations', 'messages', 'inboxes'])
      if (!tables.has(needed)) throw new Refused(`There is no table ${needed}: is it a database of Chatwoot?`);
    const accounts = await db.query<{ row: Row }>(statements.accounts, [account ?? null]);
    if (accounts.length === 0) throw new Refused('The database has no such account.');
    const origins: Origin[] = [];
    for (const { row } of accounts) origins.push(await originOf(db, row, { tables, owner, address, files }));
    return { origins, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

interface Known extends Omit<DatabaseOptions, 'account'> {
  tables: ReadonlySet<string>;
}

async function originOf(db: Database, account: Row, { tables, owner, address, files }: Known): Promise<Origin> {
  const { id } = account;
  const all = async (statement: string) => (await db.query<{ row: Row }>(statement, [id])).map(({ row }) => row);
  const read = (statement: string) => () => rowsOf(db, statement, id);
  const optional = (table: string, statement: string) => (tables.has(table) ? read(statement) : none);
  const rows = {
    ...{ account, people: await all(statements.people) },
    teams: tables.has('teams') ? await all(statements.teams) : [],
    labels: optional('labels', statements.labels),
    cannedResponses: optional('canned_responses', statements.canned),
    properties: optional('custom_attribute_definitions', statements.properties),
    macros: optional('macros', statements.macros),
    automationRules: optional('automation_rules', statements.automationRules),
    mailboxes: optional('channel_email', statements.mailboxes),
    contacts: read(statements.contacts(tables)),
    conversations: read(statements.conversations(tables)),
    messages: read(statements.messages(tables)),
    attachments: read(statements.attachments),
    bytesOf: files && address && statements.hasBlobs(tables) ? blobReader(files) : undefined,
    files: new Map<string, string>(),
    besides: [...tables].filter((table) => !statements.taken.has(table)),
  };
  return accountOrigin(rows, owner, address);
}

/** Of one snapshot each; places are numbers of rows. */
async function* rowsOf(db: Database, text: string, account: unknown): AsyncGenerator<Found> {
  let at = 0;
  for await (const { rows } of db.scanEach<{ row: Row }>([{ text }], [account]))
    for (const { row } of rows) {
      at += 1;
      yield { at, document: row };
    }
}

async function* none(): AsyncGenerator<Found> {}
