import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServiceError,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { type Actor, type AppError, requestErrors } from '@parley/contracts';
import { DirectoryServiceService, type GetProjectResponse } from '@parley/proto-gen/workspace/v1/directory';
import { eventually, personasOf, startTestService } from '@parley/testkit';
import { fakeService } from '@parley/testkit/fakes';
import { z } from 'zod';

import { currentCall, runInCall } from '../src/call/call.ts';
import { client, type PromiseClient } from '../src/grpc/client.ts';
import { serve } from '../src/grpc/serve.ts';
import type { RunningService } from '../src/service/definition.ts';
import { defineService } from '../src/service/start-service.ts';
import { toyApi } from './toy/toy.api.ts';
import { startToy } from './toy/toy.service.ts';

const { linus, projectId } = personasOf();
const key = new Uint8Array(32).fill(9);
const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  ACTOR_KEY: Buffer.from(key).toString('base64url'),
  DATA_KEY: Buffer.from(key).toString('base64url'),
};

/** What the callee saw of each call. */
interface Seen {
  service: string;
  actor?: Actor;
  call: ReturnType<typeof currentCall>;
}

interface DirectoryContext {
  seen: Seen[];
  gate: Promise<void>;
}

const project: GetProjectResponse = {
  ...{ idProject: projectId, name: 'Project', status: 100, settingsJson: '{}', attributesJson: '{}', version: 1 },
};
const unused = async (): Promise<never> => {
  throw new Error('the password is hunter2');
};

const startDirectory = defineService({
  name: 'workspace',
  config: z.object({}),
  context: (): DirectoryContext => ({ seen: [], gate: Promise.resolve() }),
  grpc: [
    serve<typeof DirectoryServiceService, DirectoryContext>(
      DirectoryServiceService,
      {
        async getProject({ seen, gate }, { idProject }, caller) {
          seen.push({ ...caller, call: currentCall() });
          if (idProject === 'none') throw requestErrors.request_not_found({ hint: 'look elsewhere' });
          await gate;
          return project;
        },
        getDepartment: unused,
        getRoutingContext: unused,
        resolveMembers: unused,
        findTeammate: unused,
        ensureEndUser: unused,
        getLabels: unused,
        getCannedResponses: unused,
        setPresence: unused,
      },
      {
        callers: {
          ...{ getProject: ['bots', 'webhooks'], getDepartment: 'all', getRoutingContext: ['bots'] },
          ...{
            resolveMembers: ['bots'],
            findTeammate: ['channels'],
            ensureEndUser: ['bots'],
            getLabels: ['bots'],
            getCannedResponses: ['bots'],
            setPresence: ['bots'],
          },
        },
      },
    ),
  ],
});

let directory: RunningService<DirectoryContext>;
let bots: PromiseClient<DirectoryServiceService>;

beforeAll(async () => {
  directory = await startDirectory({ env });
  bots = clientOf({ from: 'bots' });
});

afterAll(async () => {
  bots.close();
  await directory.stop();
});

it('carries who calls, for whom, in which request and trace, and how long it may take', async () => {
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const deadline = Date.now() + 700;

  const answer = await runInCall({ actor: linus, requestId: 'call-1', traceparent, depth: 3, deadline }, () =>
    bots.getProject({ idProject: projectId }),
  );

  expect(answer).toEqual(project);
  const seen = directory.context.seen.at(-1);
  expect(seen).toMatchObject({
    service: 'bots',
    actor: linus,
    call: {
      requestId: 'call-1',
      correlationId: 'call-1',
      operation: 'DirectoryService.getProject',
      depth: 3,
      actor: linus,
    },
  });
  expect(seen?.call.traceparent?.slice(3, 35)).toBe('a'.repeat(32));
  expect(Math.abs((seen?.call.deadline ?? 0) - deadline)).toBeLessThan(100);
});

it('carries a refusal whole', async () => {
  const error = (await bots.getProject({ idProject: 'none' }).catch((reason: unknown) => reason)) as AppError;

  expect(error).toMatchObject({
    name: 'AppError',
    kind: 'not_found',
    code: 'request_not_found',
    message: requestErrors.request_not_found().message,
    details: { hint: 'look elsewhere' },
  });
});

it('reveals nothing of a bug in the callee', async () => {
  const call = bots.resolveMembers({ idProject: projectId, ids: [] });

  await expect(call).rejects.toThrow('the call to workspace failed with INTERNAL');
  await expect(call).rejects.not.toHaveProperty('code');
});

it('refuses a service that is not on the list', async () => {
  const media = clientOf({ from: 'media' });

  await expect(media.getProject({ idProject: projectId })).rejects.toMatchObject({
    cause: { code: status.PERMISSION_DENIED },
  });
  media.close();
});

it('refuses a caller under another key, and one without a token', async () => {
  const forger = clientOf({ from: 'bots', actorKey: new Uint8Array(32).fill(1) });
  await expect(forger.getProject({ idProject: projectId })).rejects.toMatchObject({
    cause: { code: status.UNAUTHENTICATED },
  });
  forger.close();

  expect(await bareCall(new Metadata())).toBe(status.UNAUTHENTICATED);
});

it('reports a callee that does not answer in time as down', async () => {
  const open = Promise.withResolvers<void>();
  directory.context.gate = open.promise;
  const late = bots.getProject({ idProject: projectId }, { deadlineMs: 50 });

  await expect(late).rejects.toMatchObject({
    code: 'dependency_down',
    kind: 'unavailable',
    details: { dependency: 'workspace' },
  });
  directory.context.gate = Promise.resolve();
  open.resolve();
});

it('gives up with the call being handled, however much time it would have itself', async () => {
  const open = Promise.withResolvers<void>();
  directory.context.gate = open.promise;

  const late = runInCall({ deadline: Date.now() + 50 }, () =>
    bots.getProject({ idProject: projectId }, { deadlineMs: 60_000 }),
  );

  await expect(late).rejects.toMatchObject({ code: 'dependency_down' });
  directory.context.gate = Promise.resolve();
  open.resolve();
});

it('reports a callee that does not listen as down', async () => {
  const nowhere = clientOf({ from: 'bots', address: '127.0.0.1:1' });

  await expect(nowhere.getProject({ idProject: projectId })).rejects.toMatchObject({ code: 'dependency_down' });
  await eventually(() => expect(nowhere.isUnavailable()).toBe(true));
  nowhere.close();
});

it('asks a callee that is going away again, but never repeats a change', async () => {
  const reading = await startFlaky(2);
  const changing = await startFlaky(2);
  const reader = clientOf({ from: 'bots', address: reading.address });
  const writer = clientOf({ from: 'bots', address: changing.address });
  const visitor = { idProject: projectId, uuidUser: 'visitor', role: 'guest' };

  expect(await reader.getProject({ idProject: projectId })).toEqual(project);
  await expect(writer.ensureEndUser(visitor)).rejects.toMatchObject({ code: 'dependency_down' });

  expect(reading.calls).toHaveLength(3);
  expect(changing.calls).toHaveLength(1);
  for (const part of [reader, writer]) part.close();
  for (const part of [reading, changing]) part.stop();
});

it('answers running calls before it stops', async () => {
  const callee = await startDirectory({ env });
  const open = Promise.withResolvers<void>();
  callee.context.gate = open.promise;
  const caller = clientOf({ from: 'bots', address: callee.addresses.grpc });
  const running = caller.getProject({ idProject: projectId });
  await eventually(() => expect(callee.context.seen).toHaveLength(1));

  const stopping = callee.stop();
  open.resolve();

  expect(await running).toEqual(project);
  await stopping;
  caller.close();
});

it('answers 503 when a peer is down, and passes on what a peer refuses', async () => {
  const refusing = fakeService(DirectoryServiceService, {
    getProject: ({ idProject }) => {
      if (idProject === projectId) throw requestErrors.request_not_found();
      return project;
    },
  });
  const toy = await startTestService(startToy, { api: toyApi, fakes: { workspace: refusing } });
  const alone = await startTestService(startToy, { api: toyApi });

  const refused = await toy.as(linus).askPeer();
  const away = await alone.as(linus).askPeer();
  await Promise.all([toy.stop(), alone.stop()]);

  expect(refused).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
  expect(away).toMatchObject({ status: 503, body: { code: 'dependency_down' }, headers: { 'retry-after': '1' } });
  expect(refusing.calls).toMatchObject([{ method: 'getProject', caller: { service: 'webhooks', actor: linus } }]);
});

function clientOf(options: { from: 'bots' | 'media'; actorKey?: Uint8Array; address?: string }) {
  const address = directory.addresses.grpc;
  return client(DirectoryServiceService, { address, to: 'workspace', actorKey: key, ...options });
}

/** The status of a call that carries this metadata only. */
function bareCall(metadata: Metadata): Promise<number | undefined> {
  const { path, requestSerialize, responseDeserialize } = DirectoryServiceService.getProject;
  const bare = new Client(directory.addresses.grpc, credentials.createInsecure());
  return new Promise((resolve) => {
    const done = (error: ServiceError | null) => {
      bare.close();
      resolve(error?.code);
    };
    bare.makeUnaryRequest(path, requestSerialize, responseDeserialize, { idProject: projectId }, metadata, done);
  });
}

/** A callee that fails its first calls as one does that is just going away. */
async function startFlaky(failures: number) {
  const server = new Server();
  const calls: string[] = [];
  const answer = (name: string) => (_call: unknown, done: sendUnaryData<unknown>) => {
    calls.push(name);
    if (calls.length <= failures) done({ code: status.UNAVAILABLE });
    else done(null, name === 'getProject' ? project : { idProjectUser: 'x' });
  };
  const methods = Object.keys(DirectoryServiceService).map((name) => [name, answer(name)]);
  server.addService(DirectoryServiceService, Object.fromEntries(methods));
  const port = await new Promise<number>((resolve) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_error, bound) => resolve(bound));
  });
  return { address: `127.0.0.1:${port}`, calls, stop: () => server.forceShutdown() };
}
