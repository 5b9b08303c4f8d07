import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { Refused } from '../config.ts';
import { Helpdesk, type Teammate } from '../origin/helpdesk.ts';
import type { Document, Found, Origin } from '../origin/origin.ts';
import * as statements from './chatwoot.statements.ts';
import { contactOf, conversationOf, mailboxOf, messageOf, teamsOf } from './chatwoot-rows.ts';
import { utc } from './utc.ts';

type Row = Record<string, unknown>;

/** The accounts of a Chatwoot, each as a system of its own. Nothing is written there. Source: contract 90 section 9 */
export async function openChatwoot(
  url: string,
  { account, owner }: { account?: string | undefined; owner?: string | undefined },
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
    for (const { row } of accounts) origins.push(await originOf(db, row, { tables, owner }));
    return { origins, close: () => db.close() };
  } catch (error) {
    await db.close();
    throw error;
  }
}

interface Known {
  tables: ReadonlySet<string>;
  owner?: string | undefined;
}

async function originOf(db: Database, account: Row, { tables, owner }: Known): Promise<Origin> {
  const { id, name, created_at, auto_resolve_duration: idleMinutes } = account;
  const people = await db.query<{ row: Row }>(statements.people, [id]);
  const desk = new Helpdesk({
    ...{
      kind: 'chatwoot',
      source: `${id}\n${created_at}`,
      name: String(name),
      createdAt: utc(created_at) ?? epoch,
      owner,
    },
    teammates: people.map(({ row }) => teammateOf(row)),
    project: {
      attributes: { ...(account.custom_attributes as object), _import: { id } },
      ...(Number(idleMinutes) > 0 && {
        settings: { auto_close_agent_hours: Math.max(1, Math.round(Number(idleMinutes) / 60)) },
      }),
    },
  });
  const { groups, departments, departmentOf } = await teamsOf(desk, await teamRows(db, id, tables));
  const read = (statement: string, map: (row: Row) => Document | string) => () => rowsOf(db, statement, id, map);
  const optional = (table: string, statement: string, map: (row: Row) => Document) =>
    tables.has(table) ? read(statement, map) : none;
  return desk.origin(
    {
      groups: () => listed(groups),
      departments: () => listed(departments),
      tags: optional('labels', statements.labels, (row) => ({
        ...desk.base('tag', String(row.id), utc(row.created_at)),
        ...{ tag: row.title, color: row.color, attributes: row.description ? { description: row.description } : {} },
      })),
      cannedresponses: optional('canned_responses', statements.canned, (row) => ({
        ...desk.base('canned', String(row.id), utc(row.created_at)),
        ...{ title: row.short_code, text: row.content },
      })),
      mailboxes: optional('channel_email', statements.mailboxes, (row) => mailboxOf(desk, row)),
      leads: read(statements.contacts(tables), (row) => contactOf(desk, row)),
      requests: read(statements.conversations(tables), (row) => conversationOf(desk, row, departmentOf)),
      messages: read(statements.messages(tables), (row) => messageOf(desk, row)),
    },
    new Map(),
    [...tables].filter((table) => !statements.taken.has(table)),
  );
}

const epoch = '2017-01-01T00:00:00.000Z';

function teammateOf(row: Row): Teammate {
  return {
    ...{ key: String(row.id), email: String(row.email), name: String(row.name ?? ''), createdAt: utc(row.created_at) },
    role: row.role === 1 && !row.custom_role_id ? 'admin' : 'agent',
    ...{ isVerified: Boolean(row.confirmed_at), isAvailable: Number(row.availability ?? 0) === 0 },
    password: typeof row.encrypted_password === 'string' ? row.encrypted_password : undefined,
  };
}

async function teamRows(db: Database, account: unknown, tables: ReadonlySet<string>): Promise<Row[]> {
  if (!tables.has('teams')) return [];
  return (await db.query<{ row: Row }>(statements.teams, [account])).map(({ row }) => row);
}

/** Of one snapshot each; places are numbers of rows. */
async function* rowsOf(
  db: Database,
  text: string,
  account: unknown,
  map: (row: Row) => Document | string,
): AsyncGenerator<Found> {
  let at = 0;
  for await (const { rows } of db.scanEach<{ row: Row }>([{ text }], [account])) {
    for (const { row } of rows) {
      at += 1;
      const made = map(row);
      yield typeof made === 'string' ? { at, fault: made } : { at, document: made };
    }
  }
}

async function* listed(documents: readonly Document[]): AsyncGenerator<Found> {
  for (const [at, document] of documents.entries()) yield { at, document };
}

async function* none(): AsyncGenerator<Found> {}
