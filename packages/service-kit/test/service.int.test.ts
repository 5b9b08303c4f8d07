import { Agent, type IncomingMessage, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

import { type EventKey, EventsServiceService } from '@parley/proto-gen/events/v1/events';
import { personasOf, startTestService } from '@parley/testkit';

import { ConfigError } from '../src/config/config.ts';
import { client } from '../src/grpc/client.ts';
import type { HealthReport } from '../src/observability/health.ts';
import { noteCreated, toyApi } from './toy/toy.api.ts';
import { startToy } from './toy/toy.service.ts';

const { vera } = personasOf();

it('names everything wrong with its environment at once, and no values', async () => {
  const env = { HTTP_PORT: 'eighty', ACTOR_KEY: 'short-secret', DATABASE_POOL: '0' };

  const error = await startToy({ env }).then(
    () => undefined,
    (reason: unknown) => reason,
  );

  expect(error).toBeInstanceOf(ConfigError);
  const { message } = error as ConfigError;
  for (const name of ['HTTP_PORT', 'ACTOR_KEY', 'DATA_KEY', 'DATABASE_POOL']) expect(message).toContain(name);
  for (const value of ['eighty', 'short-secret']) expect(message).not.toContain(value);
});

it('does not start in production with an example key or without what production needs', async () => {
  const example = Buffer.alloc(32).toString('base64url');
  const env = { NODE_ENV: 'production', ACTOR_KEY: example, DATA_KEY: example };

  await expect(startToy({ env })).rejects.toMatchObject({
    faults: expect.arrayContaining([
      'NATS_URL: is missing, and production needs it',
      'DATABASE_URL_WEBHOOKS: is missing, and production needs it',
      'ACTOR_KEY: is the value of an example',
    ]),
  });
});

it('answers running calls before it stops, and takes no new ones', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  const entered = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  toy.context.gate = { entered: entered.resolve, open: open.promise };
  const running = toy.as(vera).waitForNote();
  await entered.promise;

  const stopping = toy.stop();
  await expect(toy.as(vera).listNotes()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  open.resolve();

  expect(await running).toMatchObject({ status: 200, body: { waited: true } });
  await stopping;
});

/** Calls one after the other on a connection that is kept as long as the service lets it. */
function callerOf({ addresses }: { addresses: { http: string } }): () => Promise<IncomingMessage> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return () =>
    new Promise((resolve, reject) => {
      const req = request(`${addresses.http}/nowhere`, { agent }, (res) =>
        res.resume().once('end', () => resolve(res)),
      );
      req.once('error', reject).end();
    });
}

it('still answers on connections that callers keep when it ends, closes them, and does not wait for more', async () => {
  const toy = await startTestService(startToy, { api: toyApi, env: { DRAIN_LINGER: '20s' } });
  const call = callerOf(toy);
  expect((await call()).headers.connection).toBe('keep-alive');

  const stopping = toy.stop();
  expect((await call()).headers.connection).toBe('close');
  await stopping;
  await expect(call()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('lets no connection stay for ever, so that new replicas get their share', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  const call = callerOf(toy);
  let closed = 0;
  for (let nth = 0; nth < 2_001; nth++) if ((await call()).headers.connection === 'close') closed += 1;
  expect(closed).toBe(2);
  await toy.stop();
});

it('is settled when what it announced has been heard', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  await Promise.all(['one', 'two', 'three'].map((text) => toy.as(vera).createNote({ text })));

  await toy.settled();

  const announced = await toy.outbox(noteCreated);
  expect(toy.context.heard.sort()).toEqual(['one', 'three', 'two']);
  expect(announced).toHaveLength(3);
  expect(announced[0]).toMatchObject({
    type: 'note.created',
    source: '/parley/webhooks',
    actor: `user:${vera.id}`,
    depth: 0,
  });
  await toy.stop();
});

it('serves its events to consuming services, and ends with its caller', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  const actorKey = new Uint8Array(Buffer.from(toy.env.ACTOR_KEY ?? '', 'base64url'));
  const peer = client(EventsServiceService, {
    address: toy.addresses.grpc,
    from: 'analytics',
    to: 'webhooks',
    actorKey,
  });
  await toy.as(vera).createNote({ text: 'one' });
  const afterSeq = Object.fromEntries(Array.from({ length: 16 }, (_, shard) => [shard, 0]));

  const keys: EventKey[] = [];
  for await (const page of peer.listEvents({ afterSeq, limit: 0, types: ['note.created'] })) {
    keys.push(...page.events);
    if (keys.length > 0) break;
  }
  const texts: string[] = [];
  for await (const { eventJson } of peer.getEvents({ events: keys })) texts.push(eventJson);
  const announced = await toy.outbox(noteCreated);
  await toy.stop();
  peer.close();

  expect(texts.map((text) => JSON.parse(text))).toEqual(announced);
  expect(keys).toMatchObject([{ id: announced[0]?.id, idProject: vera.projectId, type: 'note.created' }]);
});

it('does not start for a consumer that was down for more than 14 days', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  await toy.db.query(
    `insert into event_cursor (consumer, publisher, seqs, walked_at)
      values ('webhooks-copies', 'workspace', array_fill(7::bigint, array[16]), now() - interval '15 days')`,
  );

  await expect(startToy({ env: toy.env })).rejects.toThrow('Away for more than 14 days: webhooks-copies');

  await toy.stop();
});

it('names each dependency, and is not ready when its database is down', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  const ready = await readiness(toy.addresses.ops);
  await toy.db.close();
  const away = await readiness(toy.addresses.ops);
  const alive = await fetch(`${toy.addresses.ops}/healthz`);
  await toy.stop();

  expect(ready).toMatchObject({
    status: 200,
    body: { status: 'ok', dependencies: { database: { status: 'ok' }, bus: { status: 'ok' } } },
  });
  expect(ready.body.dependencies.workspace).toMatchObject({ status: 'degraded', required: false });
  expect(away).toMatchObject({ status: 503, body: { status: 'down', dependencies: { database: { status: 'down' } } } });
  expect(alive.status).toBe(200);
});

it('reports to the gateway, at the address of its calls, whether it is ready, and what it lacks', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  const ready = await readiness(toy.addresses.http);
  await toy.db.close();
  const away = await readiness(toy.addresses.http);
  await toy.stop();

  expect(ready).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(away).toMatchObject({ status: 503, body: { dependencies: { database: { status: 'down' } } } });
});

it('counts and times each operation', async () => {
  const toy = await startTestService(startToy, { api: toyApi });
  await toy.as(vera).listNotes();
  await toy.as(vera).createNote({ text: '' });
  const text = await (await fetch(`${toy.addresses.ops}/metrics`)).text();
  await toy.stop();

  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  const values = (...words: string[]) =>
    lines.filter((line) => words.every((word) => line.includes(word))).map((line) => line.split(' ').at(-1));
  expect(values('parley_calls_total{', 'operation="listNotes"', 'outcome="ok"', 'service="webhooks"')).toEqual(['1']);
  expect(values('parley_calls_total{', 'outcome="refused"', 'code="validation_failed"')).toEqual(['1']);
  expect(values('parley_operation_seconds_total{', 'operation="listNotes"')).toEqual([
    expect.stringMatching(/^0\.\d+$/),
  ]);
  expect(values('parley_call_duration_seconds_count{', 'transport="http"')).toEqual(['2']);
  expect(values('parley_database_connections{', 'state="total"')).toHaveLength(1);
  expect(values('process_cpu_seconds_total{')).toHaveLength(1);
});

it('shares nothing with another one in the same process', async () => {
  const [one, other] = await Promise.all([
    startTestService(startToy, { api: toyApi }),
    startTestService(startToy, { api: toyApi }),
  ]);
  const { body } = await one.as(vera).createNote({ text: 'only here' });

  expect((await one.as(vera).getNote({ note_id: body._id })).status).toBe(200);
  expect((await other.as(vera).getNote({ note_id: body._id })).status).toBe(404);

  await one.stop();
  expect((await other.as(vera).listNotes()).status).toBe(200);
  await other.stop();
});

it('does not start with an incomplete set of mTLS files, which would leave calls unencrypted', async () => {
  const key = Buffer.alloc(32, 5).toString('base64url');
  const env = { NODE_ENV: 'test', ACTOR_KEY: key, DATA_KEY: key, GRPC_TLS_CERT: fileURLToPath(import.meta.url) };
  await expect(startToy({ env })).rejects.toThrow(
    'GRPC_TLS_CERT: must be set together with GRPC_TLS_KEY and GRPC_TLS_CA',
  );
});

it('leaves nothing running when it cannot start', async () => {
  const key = Buffer.alloc(32, 5).toString('base64url');
  const OPS_PORT = String(await freePort());
  const unreachable = 'postgres://nobody@127.0.0.1:1/nowhere';
  const env = { NODE_ENV: 'test', ACTOR_KEY: key, DATA_KEY: key, DATABASE_URL_WEBHOOKS: unreachable, OPS_PORT };

  await expect(startToy({ env })).rejects.toMatchObject({ code: 'dependency_down' });

  await expect(fetch(`http://127.0.0.1:${OPS_PORT}/healthz`)).rejects.toThrow('fetch failed');
});

async function readiness(address: string) {
  const response = await fetch(`${address}/readyz`);
  return { status: response.status, body: (await response.json()) as HealthReport };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
