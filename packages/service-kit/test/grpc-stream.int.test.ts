import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';

import { type Actor, requestErrors } from '@parley/contracts';
import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { collect, eventually, personasOf } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';
import { pino } from 'pino';
import { z } from 'zod';

import { runInCall } from '../src/call/call.ts';
import { client, type PromiseClient } from '../src/grpc/client.ts';
import { type GrpcTable, serve } from '../src/grpc/serve.ts';
import { startGrpcServer } from '../src/grpc/server.ts';
import { createMetrics } from '../src/observability/metrics.ts';
import { noTracing } from '../src/observability/tracing.ts';
import { actorTokens, serviceTokens } from '../src/security/actor-token.ts';
import type { RunningService } from '../src/service/definition.ts';
import { defineService } from '../src/service/start-service.ts';

const { linus } = personasOf();
const key = new Uint8Array(32).fill(9);
const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  ACTOR_KEY: Buffer.from(key).toString('base64url'),
  DATA_KEY: Buffer.from(key).toString('base64url'),
};

interface StreamContext {
  sent: number;
  ended: boolean;
  actor?: Actor | undefined;
}

const unused = async (): Promise<never> => {
  throw new Error('unused');
};

const startStreams = defineService({
  name: 'media',
  config: z.object({}),
  context: (): StreamContext => ({ sent: 0, ended: false }),
  grpc: [
    serve<typeof SubjectServiceService, StreamContext>(
      SubjectServiceService,
      {
        async *export(context, { subject }, { actor, signal }) {
          Object.assign(context, { sent: 0, ended: false, actor });
          try {
            for (; context.sent < Number(subject?.leadId); context.sent++) {
              yield { type: 'file', recordJson: JSON.stringify({ place: context.sent, filler: 'x'.repeat(1_000) }) };
            }
            if (subject?.lead === 'lasting' && signal) await once(signal, 'abort');
            if (subject?.lead === 'broken') throw requestErrors.request_not_found({ hint: 'half way' });
          } finally {
            context.ended = true;
          }
        },
        erase: unused,
        count: unused,
      },
      { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
    ),
  ],
});

let media: RunningService<StreamContext>;
let contacts: PromiseClient<typeof SubjectServiceService>;

beforeAll(async () => {
  media = await startStreams({ env });
  contacts = clientOf('contacts');
});
afterAll(async () => {
  contacts.close();
  await media.stop();
});

function clientOf(from: 'contacts' | 'bots', { addresses } = media) {
  return client(SubjectServiceService, { address: addresses.grpc, from, to: 'media', actorKey: key });
}

const subject = (count: number, lead = 'lead') => ({
  subject: { idProject: 'p', lead, leadId: String(count), requests: [] },
});

it('brings every message of a stream, in order, with who asks', async () => {
  const messages = await runInCall({ actor: linus }, () => collect(contacts.export(subject(2_000))));

  const places = messages.map(({ recordJson }) => (JSON.parse(recordJson) as { place: number }).place);
  expect(places).toEqual(Array.from({ length: 2_000 }, (_, place) => place));
  expect(media.context.actor).toMatchObject({ id: linus.id });
});

it('carries a refusal in the midst of a stream whole', async () => {
  const seen: unknown[] = [];
  const reading = async () => {
    for await (const message of contacts.export(subject(3, 'broken'))) seen.push(message);
  };
  await expect(reading()).rejects.toMatchObject({ code: 'request_not_found', details: { hint: 'half way' } });
  expect(seen).toHaveLength(3);
});

it('makes no more than the reader takes, and ends when the reader hangs up', async () => {
  for await (const _first of contacts.export(subject(1_000_000))) break;

  await eventually(() => expect(media.context.ended).toBe(true));
  expect(media.context.sent).toBeLessThan(1_000_000);
});

it('is ended when its server stops, however long it would have gone on', async () => {
  const other = await startStreams({ env });
  const calls = clientOf('contacts', other);
  const reading = collect(calls.export(subject(2, 'lasting')));
  await eventually(() => expect(other.context.sent).toBe(2));

  await other.stop();

  expect(await reading).toHaveLength(2);
  calls.close();
});

it('goes on when its connection has reached its age', async () => {
  const steps = 8;
  const identity = { key, service: 'media' } as const;
  const steady = serve<typeof SubjectServiceService, undefined>(
    SubjectServiceService,
    {
      async *export() {
        for (let step = 0; step < steps; step++) {
          // Slower than connections age and are asked whether they live.
          await delay(100);
          yield { type: 'file', recordJson: '{}' };
        }
      },
      erase: unused,
      count: unused,
    },
    { callers: { export: ['contacts'], erase: ['contacts'], count: ['contacts'] } },
  );
  const server = await startGrpcServer({
    ...{ tables: [steady as GrpcTable<never>], host: '127.0.0.1', port: 0, drainMs: 100, connectionAgeMs: 100 },
    ...{ context: undefined, actors: actorTokens(identity), services: serviceTokens(identity) },
    ...{ log: pino({ level: 'silent' }), metrics: createMetrics('media'), tracing: noTracing },
  });
  const calls = client(SubjectServiceService, {
    ...({ address: `127.0.0.1:${server.port}`, from: 'contacts', to: 'media', actorKey: key } as const),
    keepaliveMs: 50,
  });
  try {
    expect(await collect(calls.export(subject(1)))).toHaveLength(steps);
  } finally {
    calls.close();
    await server.stop();
  }
});

it('refuses a stream to a service that is not on the list', async () => {
  const bots = clientOf('bots');
  await expect(collect(bots.export(subject(1)))).rejects.toThrow('the call to media failed');
  bots.close();
});

it('is faked like the calls that answer once', async () => {
  const fake = fakeService(SubjectServiceService, {
    async *export() {
      yield { type: 'file', recordJson: '{}' };
    },
  });
  const service = await defineService({ name: 'media', config: z.object({}), context: () => ({}), grpc: [fake.table] })(
    {
      env,
    },
  );
  const caller = client(SubjectServiceService, {
    ...({ address: service.addresses.grpc, from: 'contacts', to: 'media', actorKey: key } as const),
  });
  expect(await collect(caller.export(subject(1)))).toEqual([{ type: 'file', recordJson: '{}' }]);
  caller.close();
  await service.stop();
});
