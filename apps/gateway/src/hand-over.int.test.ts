import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';

import { endAnswer, leavesBody, readBody } from '@parley/service-kit/http';
import { eventually, head, open } from '@parley/testkit';

import { type Caller, call, GatewayHarness, type Way, ways } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

/** A gateway, the services behind it, and one of their callers. */
interface Setup {
  harness: GatewayHarness;
  gateway: RunningGateway;
  project: string;
  linus: Caller;
  /** Connections that the gateway has opened to a service. */
  connections: number;
}

const env = { RATE_LIMIT_FACTOR: '100', UPSTREAM_TIMEOUT: '300ms' };
const setups = {} as Record<Way, Setup>;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  for (const way of ways) {
    const harness = await GatewayHarness.start(way);
    const project = harness.workspace.newProject();
    const linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    const setup = { harness, gateway: await harness.gateway(env), project, linus, connections: 0 };
    harness.conversations.server.on('connection', () => {
      setup.connections += 1;
    });
    setups[way] = setup;
  }
});
afterAll(() => {
  agent.destroy();
  return Promise.all(Object.values(setups).map(({ harness }) => harness.stop()));
});
afterEach(() => {
  for (const { harness } of Object.values(setups)) harness.conversations.answer = (_req, res) => res.end('{"ok":true}');
});

type Answer = (req: IncomingMessage, res: ServerResponse) => unknown;

interface Raw {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
}

const same = { 'x-request-id': 'my-request-1', traceparent: `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01` };

/** What a caller hears in one way, byte by byte. */
async function hear(way: Way, method: string, answer: Answer, headers: object = {}, body?: string): Promise<Raw> {
  const { harness, gateway, project, linus } = setups[way];
  harness.conversations.answer = answer;
  const path = method === 'POST' ? 'requests/support-group-1/messages' : 'requests';
  const options = { method, agent, headers: { authorization: linus.header, ...same, ...headers } };
  const res = await new Promise<IncomingMessage>((resolve, reject) => {
    const req = request(`${gateway.addresses.http}/v3/${project}/${path}`, options, resolve).once('error', reject);
    req.end(body);
  });
  const chunks: Buffer[] = [];
  for await (const chunk of res) chunks.push(chunk as Buffer);
  const { date: _, 'ratelimit-remaining': __, 'ratelimit-reset': ___, ...rest } = res.headers;
  return { status: res.statusCode, headers: rest, body: Buffer.concat(chunks).toString() };
}

const json = { 'content-type': 'application/json' };
/** Says the body that it was handed. */
const echo: Answer = async (req, res) => res.end(await readBody(req, 1_000));
const streamed: Answer = (_req, res) => {
  res.writeHead(200, { ...json, link: '<x>; rel="next"' });
  res.write('[1,');
  setImmediate(() => res.end('2]'));
};

interface Case {
  method: string;
  answer: Answer;
  headers?: object;
  body?: string;
  /** What is left of its body would stand in the way of an answer that streams. */
  needsConnection?: true;
}
const brief: Answer = (_req, res) => res.end('{}');
const refusal = (status: number): Answer => {
  return (_req, res) => res.writeHead(status, { ...json, 'retry-after': '7', 'content-length': 2 }).end('{}');
};
const cases: Record<string, Case> = {
  'is whole': {
    method: 'GET',
    answer: (_req, res) => res.writeHead(200, { ...json, etag: '"4"', 'content-length': 2 }).end('{}'),
  },
  'has no head of its own': { method: 'GET', answer: brief },
  'names its headers one by one': {
    method: 'GET',
    answer: (_req, res) => res.setHeader('Parley-Outcome', 'kept').end('{}'),
  },
  streams: { method: 'GET', answer: streamed },
  'goes to HEAD': {
    method: 'HEAD',
    answer: (_req, res) => res.writeHead(200, { ...json, 'content-length': 11 }).end(),
  },
  'streams to HEAD': { method: 'HEAD', answer: streamed },
  'is 304': { method: 'GET', answer: (_req, res) => res.writeHead(304, { etag: '"4"' }).end() },
  refuses: { method: 'GET', answer: refusal(404) },
  'asks who calls': { method: 'GET', answer: refusal(401) },
  'asks a page who calls': { method: 'GET', answer: refusal(401), headers: { 'sec-fetch-mode': 'cors' } },
  'asks to wait': { method: 'GET', answer: refusal(429) },
  'reports a failure': { method: 'GET', answer: refusal(500) },
  'answers a body': { method: 'POST', answer: echo, headers: json, body: '{"text":"a"}' },
  'answers a body in pieces': {
    method: 'POST',
    answer: echo,
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body: '{}',
  },
  'closes at the caller’s wish': { method: 'GET', answer: brief, headers: { connection: 'close' } },
  'leaves a large body': {
    method: 'GET',
    answer: (_req, res) => endAnswer(res.writeHead(200, { 'content-length': 2 }), '{}'),
    headers: { 'content-length': 100_000 },
    body: 'x'.repeat(100_000),
    needsConnection: true,
  },
};

it.each(ways)('challenges the caller of a service %s by what the caller is', async (way) => {
  const challenges = await Promise.all(
    [{}, { 'sec-fetch-mode': 'cors' }].map(async (headers) => {
      const { status, headers: answered } = await hear(way, 'GET', refusal(401), headers);
      return [status, answered['www-authenticate']];
    }),
  );
  expect(challenges).toEqual([
    [401, 'Basic realm="Parley", Bearer'],
    [401, 'Bearer'],
  ]);
});

it.each(Object.keys(cases))('an answer that %s is the same for the caller as over a connection', async (name) => {
  const { method, answer, headers, body, needsConnection } = cases[name] as Case;
  const over = await hear('over connections', method, answer, headers, body);
  const { connections } = setups['in the process'];
  expect(await hear('in the process', method, answer, headers, body)).toEqual(over);
  expect(setups['over connections'].connections).toBeGreaterThan(0);
  expect(setups['in the process'].connections - connections).toBe(needsConnection ? 1 : 0);
});

it.each(ways)('an old client gets its answer, which ends with its connection, %s', async (way) => {
  const { harness, gateway, project, linus } = setups[way];
  harness.conversations.answer = streamed;
  const client = await open(gateway.addresses.http);
  const lines = head('GET', `/v3/${project}/requests`, { authorization: linus.header, connection: 'keep-alive' });
  client.socket.write(`${lines.replace('HTTP/1.1', 'HTTP/1.0')}\r\n\r\n`);
  await client.closed;
  expect(client.heard).toMatch(/\r\n\r\n\[1,2\]$/);
  expect(client.heard).not.toMatch(/chunked|keep-alive/i);
});

describe.each(ways)('a service that is called %s', (way) => {
  const setup = () => setups[way];
  const requests = () => `/v3/${setup().project}/requests`;

  it('and says nothing is given up, and what it says afterwards disturbs no other call', async () => {
    const { harness, gateway, linus } = setup();
    const late = Promise.withResolvers<ServerResponse>();
    harness.conversations.answer = (_req, res) => late.resolve(res);
    const client = await open(gateway.addresses.http);
    const ask = `${head('GET', requests(), { authorization: linus.header })}\r\n\r\n`;
    client.socket.write(ask);
    await eventually(() => expect(client.statuses).toEqual([503]));
    expect(client.heard).toContain('"code":"dependency_down"');

    const res = await late.promise;
    if (!res.headersSent) res.writeHead(200, { 'content-length': 4 });
    res.end('late');
    harness.conversations.answer = (_req, next) => next.end('{}');
    client.socket.write(ask);
    await eventually(() => expect(client.statuses).toEqual([503, 200]));
    expect(client.heard).not.toContain('late');
    client.close();
  });

  it('and falls silent in the middle of an answer: the caller sees that it is not whole', async () => {
    const { harness, gateway, linus } = setup();
    harness.conversations.answer = (_req, res) => res.writeHead(200).write('half');
    await expect(call(gateway, 'GET', requests(), { as: linus })).rejects.toThrow();
    await eventually(() => expect(gateway.context.upstreams.get('conversations')?.limiter.calls).toBe(0));
  });

  it('and goes on answering is not given up, however long it takes', async () => {
    const { harness, gateway, linus } = setup();
    harness.conversations.answer = (_req, res) => {
      let notified = 0;
      const timer = setInterval(() => {
        res.write('.');
        if (++notified < 8) return;
        clearInterval(timer);
        res.end();
      }, 100);
    };
    expect(await call(gateway, 'GET', requests(), { as: linus })).toMatchObject({ status: 200, body: '........' });
  });

  it('learns at once that its caller has gone', async () => {
    const { harness, gateway, linus } = setup();
    const closed = Promise.withResolvers<boolean>();
    harness.conversations.answer = (_req, res) => {
      res.once('close', () => closed.resolve(res.writableFinished));
      res.writeHead(200).write('half');
    };
    const client = await open(gateway.addresses.http);
    client.socket.write(`${head('GET', requests(), { authorization: linus.header })}\r\n\r\n`);
    await eventually(() => expect(client.heard).toContain('half'));
    client.close();

    expect(await closed.promise).toBe(false);
    await eventually(() => expect(gateway.context.upstreams.get('conversations')?.limiter.calls).toBe(0));
  });

  it('and changes who may do what: the gateway has forgotten it before the answer is released', async () => {
    const { harness, gateway, project } = setup();
    const own = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    expect((await call(gateway, 'GET', requests(), { as: own })).status).toBe(200);
    harness.directory.answer = (_req, res) => {
      harness.workspace.tokens.delete(own.jti);
      res.end('{}');
    };
    expect((await call(gateway, 'DELETE', `/v3/jwt/history/${own.jti}`, { as: own })).status).toBe(200);
    expect((await call(gateway, 'GET', requests(), { as: own })).status).toBe(401);
  });

  it('is done with a call that it has answered early, though its caller is still sending', async () => {
    const { harness, linus } = setup();
    const media = await harness.upstream();
    media.server.removeAllListeners('request');
    media.server.on('request', (req: IncomingMessage, res: ServerResponse) => {
      res.writeHead(413, { 'content-length': 2, ...(leavesBody(req) && { connection: 'close' }) });
      endAnswer(res, '{}');
    });
    const uploading = await harness.gateway({ ...env, MEDIA_URL: media.url });
    const client = await open(uploading.addresses.http);
    const headers = { authorization: linus.header, 'content-length': 8_388_608 };
    client.socket.write(`${head('POST', '/v3/files/users', headers)}\r\n\r\n`);
    client.socket.write(Buffer.alloc(262_144));
    await eventually(() => expect(client.statuses).toEqual([413]));
    // The connection lingers for two seconds, so that the caller gets to the answer.
    expect(uploading.context.upstreams.get('media')?.limiter.calls).toBe(0);
    expect(client.socket.readableEnded).toBe(false);
    client.close();
  });
});
