import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { connectDatabase, createLogger, type Database } from '@parley/service-kit';
import { type ApiClient, clientsOf, eventually, personasOf, type TestDatabase, testDatabase } from '@parley/testkit';

import { conversationsApi } from '../../test/desk.ts';
import { newRequestId } from '../../test/office.ts';

const actorKey = randomBytes(32).toString('base64url');
const dataKey = randomBytes(32).toString('base64url');
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await testDatabase(new URL('../../prisma/', import.meta.url));
  db = await connectDatabase({
    url: database.url,
    service: 'conversations',
    log: createLogger({ service: 'conversations', level: 'silent' }),
  });
});
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

interface Replica {
  child: ChildProcess;
  as: (actor: Parameters<ReturnType<typeof clientsOf>>[0]) => ApiClient<typeof conversationsApi>;
}

async function startReplica(): Promise<Replica> {
  const main = fileURLToPath(new URL('../main.ts', import.meta.url));
  const env = { DATABASE_URL_CONVERSATIONS: database.url, ACTOR_KEY: actorKey, DATA_KEY: dataKey, LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const http = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the replica did not start')));
    // Read to the end: a process whose log nobody takes stops at a full pipe.
    lines.on('line', (line) => {
      const { msg, addresses } = JSON.parse(line) as { msg: string; addresses?: { http: string } };
      if (msg === 'ready' && addresses) resolve(addresses.http);
    });
  });
  const key = new Uint8Array(Buffer.from(actorKey, 'base64url'));
  return { child, as: clientsOf(conversationsApi, { address: http, audience: 'conversations', actorKey: key }) };
}

async function kill({ child }: Replica): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
  // A minute later: the claims and leases of a dead process are free.
  await db.query('update lease set until = now()');
  await db.query(`update idempotency set claimed_at = claimed_at - interval '1 minute' where state = 'claimed'`);
}

it.each([1, 7, 20, 33])(
  'loses no message and stores none twice when it is killed after %i answers and the calls are repeated by their keys',
  async (answersBefore) => {
    const { vera, projectId } = personasOf();
    const request_id = newRequestId(projectId);
    const unanswered = new Set(Array.from({ length: 40 }, (_, index) => `text ${index}`));
    const send = async (replica: Replica, text: string) => {
      const headers = { 'Idempotency-Key': text };
      const answer = await replica.as(vera).sendMessage({ request_id, text }, { headers });
      if (answer.status === 200) unanswered.delete(text);
      return unanswered.size;
    };

    const first = await startReplica();
    let dying: Promise<void> | undefined;
    await Promise.allSettled(
      [...unanswered].map(async (text) => {
        const left = await send(first, text);
        if (40 - left >= answersBefore) dying ??= kill(first);
      }),
    );
    await dying;
    expect(unanswered.size).toBeGreaterThan(0);

    const second = await startReplica();
    for (const text of [...unanswered]) await eventually(() => send(second, text).then(() => !unanswered.has(text)));

    const { body } = await second.as(vera).listMessages({ request_id });
    expect(body.map(({ seq }) => seq)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
    expect(new Set(body.map(({ text }) => text)).size).toBe(40);
    await eventually(async () => {
      const rows = await db.query<{ event: string; published: boolean }>(
        `select event, published_at is not null as published from outbox
          where id_project = $1 and type = 'message.created' order by seq`,
        [projectId],
      );
      expect(rows.every(({ published }) => published)).toBe(true);
      const told = rows.map(
        ({ event }) => (JSON.parse(event) as { data: { message: { _id: string } } }).data.message._id,
      );
      expect(told).toEqual(body.map(({ _id }) => _id));
    });
    await kill(second);
  },
);
