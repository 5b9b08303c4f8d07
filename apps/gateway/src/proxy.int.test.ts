import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';

import { eventually } from '@parley/testkit';

import { type Caller, call, GatewayHarness, startUpstream } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;
let project: string;
let linus: Caller;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway({
    RATE_LIMIT_FACTOR: '100',
    UPSTREAM_TIMEOUT: '300ms',
    UPSTREAM_CONNECT_TIMEOUT: '300ms',
  });
  project = harness.workspace.newProject();
  linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
});
afterAll(() => harness.stop());
const echo = (() => {
  let first: GatewayHarness['conversations']['answer'];
  return () => {
    first ??= harness.conversations.answer;
    harness.conversations.answer = first;
    harness.conversations.seen.length = 0;
  };
})();
beforeEach(echo);

const requests = () => `/v3/${project}/requests`;

describe('headers', () => {
  it('of the caller reach a service only where they may, and ours cannot be forged', async () => {
    const forged = {
      'parley-actor': 'forged',
      'parley-client-address': '1.1.1.1',
      'parley-service': 'workspace',
      'x-forwarded-for': '1.1.1.1',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-real-ip': '1.1.1.1',
      forwarded: 'for=1.1.1.1',
      cookie: 'session=1',
      'proxy-authorization': 'Basic x',
      te: 'trailers',
    };
    const passed = {
      'idempotency-key': 'k-1',
      'if-match': '"3"',
      'if-seq': '7',
      'accept-language': 'pt',
      'user-agent': 'a customer',
      traceparent: '00-11111111111111111111111111111111-2222222222222222-01',
    };
    await call(gateway, 'POST', `${requests()}/support-group-1/messages`, {
      as: linus,
      headers: { ...forged, ...passed },
      body: { a: 1 },
    });

    const { headers = {}, body } = harness.conversations.seen[0] ?? {};
    expect(body).toBe('{"a":1}');
    expect(Object.keys(headers).sort()).toEqual(
      [
        ...[
          'accept',
          'accept-language',
          'connection',
          'content-length',
          'content-type',
          'host',
          'idempotency-key',
          'if-match',
          'if-seq',
        ],
        ...['parley-actor', 'parley-client-address', 'traceparent', 'user-agent', 'x-request-id'],
      ].sort(),
    );
    expect(headers).toMatchObject({
      ...passed,
      'parley-client-address': '127.0.0.1',
      'content-type': 'application/json',
    });
    expect(headers['parley-actor']).not.toBe('forged');
    expect(headers.host).not.toContain('evil');
  });

  it('of a signed report of an engine reach the service that verifies it', async () => {
    const signed = { 'webhook-id': 'm-1', 'webhook-timestamp': '1790000000', 'webhook-signature': 'v1,c2lnbmVk' };
    await call(gateway, 'POST', '/v3/engine/status', { headers: signed, body: { a: 1 } });
    expect(harness.conversations.seen[0]?.headers).toMatchObject(signed);
  });

  it('answer with the request id and the trace of the call, the caller’s where they are well formed', async () => {
    const traceparent = '00-11111111111111111111111111111111-2222222222222222-01';
    const own = await call(gateway, 'GET', requests(), {
      as: linus,
      headers: { traceparent, 'x-request-id': 'my-request-1' },
    });
    expect(own.headers.get('x-request-id')).toBe('my-request-1');
    expect(own.headers.get('traceparent')).toBe(traceparent);
    expect(harness.conversations.seen[0]?.headers).toMatchObject({ 'x-request-id': 'my-request-1', traceparent });

    const bad = await call(gateway, 'GET', requests(), {
      as: linus,
      headers: { traceparent: 'x', 'x-request-id': 'a b<script>' },
    });
    expect(bad.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(bad.headers.get('traceparent')).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/);
  });

  it('of the answer reach the caller, but those of the hop between gateway and service', async () => {
    harness.conversations.answer = (_req, res) => {
      res.writeHead(200, {
        etag: '"4"',
        link: '<x>; rel="next"',
        connection: 'close',
        'keep-alive': 'timeout=1',
        'proxy-authenticate': 'x',
      });
      res.end('{}');
    };
    const { headers } = await call(gateway, 'GET', requests(), { as: linus });
    expect([headers.get('etag'), headers.get('link')]).toEqual(['"4"', '<x>; rel="next"']);
    expect(headers.get('connection')).toBe('keep-alive');
    expect([headers.get('keep-alive'), headers.get('proxy-authenticate')]).toEqual([null, null]);
  });
});

it('passes statuses, HEAD and empty answers on as they are', async () => {
  harness.conversations.answer = (req, res) => {
    res.writeHead(req.url?.includes('new') ? 201 : 304, { etag: '"1"' });
    res.end();
  };
  expect((await call(gateway, 'GET', `${requests()}?new`, { as: linus })).status).toBe(201);
  expect(await call(gateway, 'GET', requests(), { as: linus })).toMatchObject({ status: 304, body: '' });

  harness.conversations.answer = (_req, res) => {
    res.writeHead(200, { 'content-length': '11', 'content-type': 'application/json' });
    res.end();
  };
  const head = await call(gateway, 'HEAD', requests(), { as: linus });
  expect([head.status, head.headers.get('content-length'), head.body]).toEqual([200, '11', '']);
  expect(harness.conversations.seen.at(-1)?.method).toBe('HEAD');
});

it('passes a trailing slash', async () => {
  expect((await call(gateway, 'GET', `${requests()}/?page=1`, { as: linus })).status).toBe(200);
  expect(harness.conversations.seen[0]?.url).toBe(`${requests()}/?page=1`);
});

describe('a service that is down', () => {
  it('is answered 503 with Retry-After, in one form, when nothing listens', async () => {
    const none = await startUpstream();
    await none.stop();
    const away = await harness.gateway({ CONVERSATIONS_URL: none.url });
    for (const [method, path] of [
      ['GET', requests()],
      ['POST', `${requests()}/support-group-1/messages`],
    ] as const) {
      const answer = await call(away, method, path, { as: linus, ...(method === 'POST' && { body: {} }) });
      expect(answer).toMatchObject({ status: 503, body: { code: 'dependency_down', dependency: 'conversations' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(await call(away, 'GET', '/readyz')).toMatchObject({
      status: 503,
      body: { dependencies: { conversations: { status: 'down' }, workspace: { status: 'ok' } } },
    });
    expect((await call(away, 'GET', '/v3/testauth', { as: linus })).status).toBe(200);
  });

  it('is given up when it falls silent, and a caller never waits for ever', async () => {
    harness.conversations.answer = () => {};
    const answer = await call(gateway, 'GET', requests(), { as: linus });
    expect(answer).toMatchObject({ status: 503, body: { code: 'dependency_down' } });
    expect(harness.conversations.seen).toHaveLength(1);
  });

  it('is given up when it falls silent in the middle of an answer: the caller sees that it is not whole', async () => {
    harness.conversations.answer = (_req, res) => {
      res.writeHead(200, { 'content-length': '1000' });
      res.write('half');
    };
    await expect(call(gateway, 'GET', requests(), { as: linus })).rejects.toThrow();
  });

  it('cuts the caller off when it dies in the middle of an answer', async () => {
    for (const headers of [{ 'content-length': '1000' }, {}]) {
      harness.conversations.answer = (_req, res) => {
        res.writeHead(200, headers);
        res.write('half', () => res.destroy());
      };
      await expect(call(gateway, 'GET', requests(), { as: linus })).rejects.toThrow();
    }
  });

  it('is asked once more for a safe call that broke before its answer, and never for another', async () => {
    let breaks = 1;
    harness.conversations.answer = (req, res) => {
      if (breaks-- > 0) req.socket.destroy();
      else res.end('{"ok":true}');
    };
    expect(await call(gateway, 'GET', requests(), { as: linus })).toMatchObject({ status: 200 });
    expect(harness.conversations.seen).toHaveLength(2);

    breaks = 1;
    harness.conversations.seen.length = 0;
    expect((await call(gateway, 'PUT', `${requests()}/support-group-1/close`, { as: linus, body: {} })).status).toBe(
      503,
    );
    expect(harness.conversations.seen).toHaveLength(1);

    breaks = 5;
    harness.conversations.seen.length = 0;
    expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(503);
    expect(harness.conversations.seen).toHaveLength(2);
  });

  it('does not keep what it forgot about identities from being forgotten', async () => {
    const own = await harness.workspace.newUser({ projectId: project, role: 'agent' });
    await call(gateway, 'GET', requests(), { as: own });
    const first = harness.directory.answer;
    harness.directory.answer = (req) => {
      harness.workspace.tokens.delete(own.jti);
      req.socket.destroy();
    };
    expect((await call(gateway, 'DELETE', `/v3/jwt/history/${own.jti}`, { as: own })).status).toBe(503);
    harness.directory.answer = first;
    expect((await call(gateway, 'GET', requests(), { as: own })).status).toBe(401);
  });
});

describe('a service that works on many calls', () => {
  const asked: (() => void)[] = [];
  beforeEach(() => {
    asked.length = 0;
    harness.conversations.answer = (_req, res) => asked.push(() => res.end('{}'));
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const statusesOf = async (calls: Promise<{ status: number }>[]) => {
    for (const answer of asked) answer();
    return (await Promise.all(calls)).map(({ status }) => status);
  };

  it('gets no more at once than it is allowed', async () => {
    const narrow = await harness.gateway({ UPSTREAM_CALLS: '2', TRUSTED_PROXIES: '127.0.0.1' });
    const ada = await harness.workspace.newUser({ projectId: harness.workspace.newProject(), role: 'agent' });
    const own = harness.workspace.newProject();
    harness.workspace.join(own, ada.id, 'agent');
    const calls = [
      call(narrow, 'GET', requests(), { as: linus, headers: from('198.51.100.1') }),
      call(narrow, 'GET', `/v3/${own}/requests`, { as: ada, headers: from('198.51.100.2') }),
    ];
    await eventually(() => asked.length === 2);
    const grace = await harness.workspace.newUser({ projectId: harness.workspace.newProject(), role: 'agent' });
    const other = harness.workspace.newProject();
    harness.workspace.join(other, grace.id, 'agent');
    const answer = await call(narrow, 'GET', `/v3/${other}/requests`, { as: grace, headers: from('198.51.100.3') });
    expect(answer).toMatchObject({ status: 503, body: { code: 'busy', dependency: 'conversations' } });

    expect(await statusesOf(calls)).toEqual([200, 200]);
  });

  it('works on few of them at a time, and on all in the end', async () => {
    const patient = await harness.gateway({ UPSTREAM_CALLS_AT_ONCE: '1', RATE_LIMIT_FACTOR: '100' });
    let [atOnce, most] = [0, 0];
    harness.conversations.answer = (_req, res) => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      setTimeout(() => {
        atOnce -= 1;
        res.end('{}');
      }, 20);
    };
    const calls = Array.from({ length: 40 }, () => call(patient, 'GET', requests(), { as: linus }));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(40).fill(200));
    // One, but for those that take long.
    expect(most).toBeLessThan(10);
  });

  it.each(['address', 'principal', 'project'])('keeps three quarters of its places from any one %s', async (shared) => {
    const narrow = await harness.gateway({ UPSTREAM_CALLS: '8', TRUSTED_PROXIES: '127.0.0.1' });
    const homes = Array.from({ length: 4 }, () => harness.workspace.newProject());
    const people = await Promise.all(homes.map((projectId) => harness.workspace.newUser({ projectId, role: 'agent' })));
    for (const { id } of people) for (const home of homes) harness.workspace.join(home, id, 'agent');
    // Calls differ in everything but what they share.
    const ask = (nth: number, isOther = false) => {
      const of = (what: string) => (shared === what && !isOther ? 0 : nth);
      const headers = from(`198.51.100.${of('address') + 1}`);
      return call(narrow, 'GET', `/v3/${homes[of('project')]}/requests`, { as: people[of('principal')], headers });
    };
    const calls = [ask(0), ask(1)];
    await eventually(() => asked.length === 2);
    const refused = await ask(2);
    expect(refused).toMatchObject({
      status: 429,
      body: { code: 'rate_limited', limit: 'calls_under_way', allowed: 2 },
    });
    expect(refused.headers.get('retry-after')).toBe('1');

    calls.push(ask(3, true));
    await eventually(() => asked.length === 3);
    expect(await statusesOf(calls)).toEqual([200, 200, 200]);
  });
});

it('stops the service’s work when the caller disconnects', async () => {
  const ended = Promise.withResolvers<void>();
  harness.conversations.answer = (_req, res) => {
    res.writeHead(200);
    res.write('a');
    res.once('close', () => ended.resolve());
  };
  const agent = new Agent();
  const req = httpRequest(
    `${gateway.addresses.http}${requests()}`,
    { agent, headers: { authorization: linus.header } },
    () => req.destroy(),
  );
  req.on('error', () => {});
  req.end();
  await ended.promise;
  agent.destroy();
});

it('closes the connection of a caller who asks for it, and keeps that of others', async () => {
  expect((await call(gateway, 'GET', requests(), { as: linus })).headers.get('connection')).toBe('keep-alive');
  const closing = await new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization: linus.header, connection: 'close' };
    httpRequest(`${gateway.addresses.http}${requests()}`, { agent: false, headers }, resolve).end();
  });
  expect(closing.headers.connection).toBe('close');
  closing.resume();
});

it('serves callers whose library offers another protocol', async () => {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = {
      authorization: linus.header,
      connection: 'Upgrade, HTTP2-Settings',
      upgrade: 'h2c',
      'http2-settings': 'AAMAAABkAAQAAP__',
    };
    const req = httpRequest(`${gateway.addresses.http}${requests()}`, { agent: false, headers }, resolve);
    req.on('error', reject);
    req.end();
  });
  expect(answer.statusCode).toBe(200);
  answer.resume();
});

it('finishes running calls when it stops, and takes no new ones', async () => {
  const own = await harness.gateway();
  const held = Promise.withResolvers<() => void>();
  harness.conversations.answer = (_req, res) => held.resolve(() => res.end('done'));
  const running = call(own, 'GET', requests(), { as: linus });
  const release = await held.promise;
  const stopping = own.stop();
  release();

  const answer = await running;
  expect(answer).toMatchObject({ status: 200, body: 'done' });
  expect(answer.headers.get('connection')).toBe('close');
  await stopping;
  await expect(call(own, 'GET', requests(), { as: linus })).rejects.toThrow();
});

it('answers on connections that are kept while it stops, and closes each of them, whichever service answers', async () => {
  const own = await harness.gateway({ DRAIN_LINGER: '1h' });
  const agents = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
  const paths = [requests(), '/v3/nowhere'];
  const ask = (nth: number) =>
    new Promise<string | undefined>((resolve, reject) => {
      const options = { agent: agents[nth], headers: { authorization: linus.header } };
      httpRequest(`${own.addresses.http}${paths[nth]}`, options, (answer) => {
        answer.resume().once('end', () => resolve(answer.headers.connection));
      })
        .once('error', reject)
        .end();
    });
  expect(await Promise.all([ask(0), ask(1)])).toEqual(['keep-alive', 'keep-alive']);

  const stopped = own.stop();
  expect(await Promise.all([ask(0), ask(1)])).toEqual(['close', 'close']);
  await stopped;
});
