import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { startTestService, testDatabase, timeoutOf } from '@parley/testkit';

import { startConversations } from '../src/service.ts';
import { type ConversationsService, conversationsApi } from './conversations-api.ts';

export interface TestTables {
  db: Database;
  url: string;
  close(): Promise<void>;
}

/** What is done to a database before its test has it, for suites that run the tests of others in projects that have more. */
export const tableTests = { prepare: async (_db: Database): Promise<void> => undefined };

/** The tables of this service without the service, for tests of single repositories. */
export async function testTables(): Promise<TestTables> {
  const database = await testDatabase(new URL('../prisma/', import.meta.url));
  const log = createLogger({ service: 'conversations', level: 'silent' });
  // What tests insert at once is much more than a call does.
  const limits = { statementMs: timeoutOf(10_000), transactionMs: timeoutOf(10_000) };
  const db = await connectDatabase({ url: database.url, service: 'conversations', log, limits });
  await tableTests.prepare(db);
  const close = async () => {
    await db.close();
    await database.drop();
  };
  return { db, url: database.url, close };
}

/** The service alone: without workspace it uses its read models. */
export async function startAlone(): Promise<ConversationsService> {
  const service = await startTestService(startConversations, { api: conversationsApi });
  await tableTests.prepare(service.db);
  return service;
}
