import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { Refused } from '../config.ts';
import type { Row } from '../origin/json.ts';
import type { Found, Origin } from '../origin/origin.ts';
import { type AccountOptions, accountOrigin } from './account-origin.ts';
import { blobReader } from './blobs.ts';
import * as statements from './chatwoot.statements.ts';

interface DatabaseOptions extends AccountOptions {
  account?: string | undefined;
  /** A folder or address with the bytes of files, by key. */
  files?: string | undefined;
}

/** The accounts of a Chatwoot, each as a system of its own. Nothing is written there. Source: contract 90 section 9 */
export async function openChatwoot(
  url: string,
  { account, files, ...options }: DatabaseOptions,
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
    for (const { row } of accounts) origins.push(await originOf(db, row, { tables, files, ...options }));
    return { origins, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

interface Known extends Omit<DatabaseOptions, 'account'> {
  tables: ReadonlySet<string>;
}

async function originOf(db: Database, account: Row, { tables, files, ...options }: Known): Promise<Origin> {
  const { id } = account;
  const all = async (statement: string) => (await db.query<{ row: Row }>(statement, [id])).map(({ row }) => row);
  const read = (statement: string) => () => rowsOf(db, statement, id);
  const few = (table: string, statement: string) => (tables.has(table) ? all(statement) : []);
  const optional = (table: string, statement: string) => (tables.has(table) ? read(statement) : none);
  const rows = {
    ...{ account, people: await all(statements.people) },
    teams: await few('teams', statements.teams),
    inboxes: await all(statements.inboxes(tables)),
    agentBots: await few('agent_bots', statements.agentBots),
    policies: await few('sla_policies', statements.policies),
    webhooks: optional('webhooks', statements.webhooks),
    filters: optional('custom_filters', statements.filters),
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
    bytesOf: files && options.address && statements.hasBlobs(tables) ? blobReader(files) : undefined,
    files: new Map<string, string>(),
    besides: [...tables].filter((table) => !statements.taken.has(table)),
  };
  return accountOrigin(rows, options);
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
