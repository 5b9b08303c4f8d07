import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { type ApiClient, clientsOf, eventually, personasOf, type TestDatabase, testDatabase } from '@parley/testkit';

import { conversationsApi } from '../../test/conversations-api.ts';
import { newRequestId } from '../../test/test-project.ts';

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
    // Reads the output to the end: a process with a full pipe stops.
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

const rounds = 8;
const sendsAtOnce = 60;

it('loses no message and stores none twice when it is killed between commit and answer and calls are retried by key', async () => {
  const { vera, projectId } = personasOf();
  const requests = Array.from({ length: 12 }, () => newRequestId(projectId));
  let replica = await startReplica();
  let cutBetween = 0;

  for (let round = 0; round < rounds; round++) {
    const unanswered = new Map<string, string>();
    for (let nth = 0; nth < sendsAtOnce; nth++)
      unanswered.set(`${round} ${nth}`, requests[nth % requests.length] ?? '');
    const send = async (text: string, request_id: string) => {
      const headers = { 'Idempotency-Key': text };
      const answer = await replica.as(vera).sendMessage({ request_id, text }, { headers });
      if (answer.status === 200) unanswered.delete(text);
    };
    // At another point of the load each time, including the very first sends.
    const answersBefore = 1 + ((round * 7) % 50);
    let dying: Promise<void> | undefined;
    await Promise.allSettled(
      [...unanswered].map(async ([text, request_id]) => {
        await send(text, request_id);
        if (sendsAtOnce - unanswered.size >= answersBefore) dying ??= kill(replica);
      }),
    );
    await dying;
    expect(unanswered.size).toBeGreaterThan(0);
    const stored = await db.query('select 1 from message where id_project = $1 and text = any($2)', [
      projectId,
      [...unanswered.keys()],
    ]);
    cutBetween += stored.length;

    replica = await startReplica();
    for (const [text, request_id] of [...unanswered])
      await eventually(() => send(text, request_id).then(() => !unanswered.has(text)));
  }
  expect(cutBetween).toBeGreaterThan(0);

  for (const [place, request_id] of requests.entries()) {
    const { body } = await replica.as(vera).listMessages({ request_id });
    expect(body.map(({ seq }) => seq)).toEqual(body.map((_, index) => index + 1));
    const nths = Array.from({ length: sendsAtOnce / requests.length }, (_, nth) => place + nth * requests.length);
    const said = Array.from({ length: rounds }, (_, round) => nths.map((nth) => `${round} ${nth}`)).flat();
    expect(body.map(({ text }) => text).sort()).toEqual(said.sort());
    await eventually(async () => expect(await toldOf(request_id)).toEqual(body.map(({ _id }) => _id)));
  }
}, 120_000);

/** Ids of the request's announced messages, as far as they were published. */
async function toldOf(request_id: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `select event::json->'data'->'message'->>'_id' as id from outbox
      where type = 'message.created' and published_at is not null and event::json->'data'->'request'->>'request_id' = $1
      order by seq`,
    [request_id],
  );
  return rows.map(({ id }) => id);
}
