import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { startEmbeddedPostgres } from '@parley/embedded-postgres';
import { migrate } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';

import { seed } from './seed.ts';

const usage = `usage: npm run seed -- [--requests 10000] [--messages 100000] [--open 9000] [--project <24 hex>] [--folder <folder>]
Into DATABASE_URL_CONVERSATIONS, or into a PostgreSQL of its own in the folder. Interrupted, the same command goes on.`;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    messages: { type: 'string', default: '100000' },
    open: { type: 'string', default: '9000' },
    project: { type: 'string', default: '5eed5eed5eed5eed5eed5eed' },
    folder: { type: 'string' },
  },
});
const [requests = 0, messages = 0, open = 0] = [values.requests, values.messages, values.open].map(Number);
const address = process.env.DATABASE_URL_CONVERSATIONS;
if (![requests, messages, open].every(Number.isSafeInteger) || requests < 1 || (!address && !values.folder)) {
  console.error(usage);
  process.exit(2);
}

const postgres =
  values.folder === undefined
    ? undefined
    : await startEmbeddedPostgres({ dataFolder: resolve(values.folder), durable: true });
try {
  const url = postgres?.url('conversations') ?? address ?? '';
  const folder = new URL('../../../apps/conversations/prisma/', import.meta.url);
  await migrate({ url, folder, log: createLogger({ service: 'seed', level: 'warn' }) });
  await seed(url, { projectId: values.project, requests, messages, open: Math.min(open, requests) });
} finally {
  await postgres?.stop();
}
