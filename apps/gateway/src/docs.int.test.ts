import { type IncomingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { head, open } from '@parley/testkit';

import { call, GatewayHarness } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

let harness: GatewayHarness;
let gateway: RunningGateway;

beforeAll(async () => {
  harness = await GatewayHarness.start();
  gateway = await harness.gateway();
});
afterAll(() => harness.stop());

it('describes the API as OpenAPI 3.1', async () => {
  const { status, headers, body } = await call(gateway, 'GET', '/openapi.json');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toContain('application/json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Parley' } });
  expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/v3/auth/signin', '/v3/{id_project}/requests']));
});

it('describes the socket and webhooks as AsyncAPI 3.1, at the public address', async () => {
  const { status, headers, body } = await call(gateway, 'GET', '/asyncapi.json');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  const { host } = new URL(gateway.context.config.PUBLIC_URL);
  expect(body).toMatchObject({ asyncapi: '3.1.0', servers: { parley: { host } } });
});

it('serves the page and all it loads from here, under a policy that lets nothing else run', async () => {
  for (const [path, type] of [
    ['/docs', 'text/html'],
    ['/docs/', 'text/html'],
    ['/docs/start.js', 'text/javascript'],
    ['/docs/swagger-ui.css', 'text/css'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript'],
    ['/docs/favicon-32x32.png', 'image/png'],
  ] as const) {
    const answer = await fetch(gateway.addresses.http + path);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(answer.headers.get('content-type')).toContain(type);
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

it.each(['/docs/package.json', '/docs/../package.json', '/docs/%2e%2e/main.ts', '/docs/constructor', '/docs/x/y'])(
  'serves nothing else: %s',
  async (path) => {
    expect((await call(gateway, 'GET', path)).status).toBe(404);
  },
);

describe('a document', () => {
  const raw = (path: string, headers: Record<string, string> = {}, method = 'GET', to = gateway) =>
    new Promise<{ status?: number; headers: IncomingHttpHeaders; body: Buffer }>((resolve, reject) => {
      const req = request(to.addresses.http + path, { method, headers }, async (res) =>
        resolve({ status: res.statusCode, headers: res.headers, body: await buffer(res) }),
      );
      req.on('error', reject).end();
    });

  it.each(['/openapi.json', '/asyncapi.json', '/docs', '/docs/swagger-ui-bundle.js', '/docs/start.js'])(
    'comes compressed to callers that accept it, and as 304 to callers that have it: %s',
    async (path) => {
      const plain = await raw(path);
      const small = await raw(path, { 'accept-encoding': 'br, gzip' });
      expect([plain.headers['content-encoding'], small.headers['content-encoding']]).toEqual([undefined, 'gzip']);
      expect(gunzipSync(small.body).equals(plain.body)).toBe(true);
      expect(small.headers.etag).not.toBe(plain.headers.etag);
      for (const [known, accept] of [
        [plain, 'identity'],
        [small, 'gzip'],
      ] as const) {
        expect(known.headers.vary).toBe('Accept-Encoding');
        expect(known.headers['content-length']).toBe(String(known.body.length));
        const etag = String(known.headers.etag);
        const again = await raw(path, { 'accept-encoding': accept, 'if-none-match': etag });
        expect([again.status, again.headers.etag, again.body.length]).toEqual([304, etag, 0]);
        const head = await raw(path, { 'accept-encoding': accept }, 'HEAD');
        expect([head.status, head.headers.etag, head.body.length]).toEqual([200, etag, 0]);
      }
      const refusing = await raw(path, { 'accept-encoding': 'gzip;q=0' });
      expect(refusing.headers['content-encoding']).toBeUndefined();
    },
  );

  it('that is asked for forty times over one connection delays no other caller, and is sent eight times', async () => {
    const own = await harness.gateway();
    const greedy = await open(own.addresses.http);
    greedy.socket.pause();
    greedy.socket.write(`${head('GET', '/openapi.json')}\r\n\r\n`.repeat(40));
    expect((await raw('/docs', {}, 'GET', own)).status).toBe(200);

    greedy.socket.resume();
    await greedy.closed;
    expect(greedy.statuses).toEqual(Array(8).fill(200));
  });

  it('counts per address, like whatever is not there', async () => {
    const strict = await harness.gateway({ LIMIT_PAGES: '2' });
    const first = await raw('/docs', {}, 'GET', strict);
    expect([first.status, first.headers['ratelimit-remaining']]).toEqual([200, '1']);
    expect((await raw('/nothing', {}, 'GET', strict)).status).toBe(404);
    expect(await call(strict, 'GET', '/openapi.json')).toMatchObject({ status: 429, body: { limit: 'pages' } });
    expect((await raw('/healthz', {}, 'GET', strict)).status).toBe(200);
  });
});

it('counts probes apart from pages, and those of a load balancer apart from what it forwards', async () => {
  const strict = await harness.gateway({ LIMIT_PROBES: '2', LIMIT_PAGES: '1' });
  const through = { headers: { 'x-forwarded-for': '203.0.113.7' } };
  const statuses = [];
  for (const path of ['/healthz', '/readyz', '/healthz', '/readyz'])
    statuses.push((await call(strict, 'GET', path, through)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);

  expect((await call(strict, 'GET', '/readyz')).status).toBe(200);
  for (let probe = 0; probe < 5; probe++) expect((await fetch(`${strict.addresses.ops}/readyz`)).status).toBe(200);
});
