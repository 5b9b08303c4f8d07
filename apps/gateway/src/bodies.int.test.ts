import { endAnswer } from '@parley/service-kit/http';
import { type Client, eventually, head, open } from '@parley/testkit';

import { type Caller, call, GatewayHarness, type Upstream, ways } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

describe.each(ways)('a gateway that calls services %s', (way) => {
  let harness: GatewayHarness;
  let gateway: RunningGateway;
  let project: string;
  let linus: Caller;
  let media: Upstream;

  beforeAll(async () => {
    harness = await GatewayHarness.start(way);
    media = await harness.upstream();
    gateway = await harness.gateway({
      RATE_LIMIT_FACTOR: '100',
      BODY_TIMEOUT: '300ms',
      MEDIA_URL: media.url,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    project = harness.workspace.newProject();
    linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  });
  afterAll(() => harness.stop());
  beforeEach(() => {
    harness.conversations.seen.length = 0;
  });

  const requests = () => `/v3/${project}/requests`;
  const messages = () => `${requests()}/support-group-1/messages`;
  const json = { 'content-type': 'application/json' };
  const auth = () => ({ authorization: linus.header });
  const megabyte = 1_048_576;

  /** Speaks by hand, so that a test decides what is sent when. */
  async function speak(lines: string, body = ''): Promise<Client> {
    const client = await open(gateway.addresses.http);
    client.socket.write(`${lines}\r\n\r\n${body}`);
    return client;
  }

  /** Connections that are to close. Each still reads for two seconds, which the last test waits for once. */
  const closing: Client[] = [];
  async function answersAndCloses(client: Client, status: number): Promise<void> {
    await eventually(() => expect(client.statuses.filter((each) => each !== 100)).toEqual([status]));
    await eventually(() => expect(client.heard).toMatch(/^connection: close$/im));
    closing.push(client);
  }

  async function gauge(name: string): Promise<number> {
    const text = await (await fetch(`${gateway.addresses.ops}/metrics`)).text();
    return Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\d+)$`, 'm').exec(text)?.[1]);
  }

  describe('a body that the service needs whole', () => {
    it('reaches it as it was sent, in one piece or in many, with its length', async () => {
      const text = JSON.stringify({ text: 'ä'.repeat(100_000) });
      const whole = await call(gateway, 'POST', messages(), { as: linus, headers: json, body: JSON.parse(text) });
      expect(whole.status).toBe(200);
      const client = await speak(head('POST', messages(), { ...auth(), ...json, 'transfer-encoding': 'chunked' }));
      for (const part of text.match(/.{1,30000}/g) ?? [])
        client.socket.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`);
      client.socket.write('0\r\n\r\n');
      await eventually(() => expect(client.statuses).toEqual([200]));
      client.close();

      const { seen } = harness.conversations;
      expect(seen.map(({ body }) => body === text)).toEqual([true, true]);
      expect(seen.map(({ headers }) => headers['content-length'])).toEqual(Array(2).fill(`${Buffer.byteLength(text)}`));
      expect(seen[1]?.headers['transfer-encoding']).toBeUndefined();
    });

    it('that is announced too large is a 413 that names the limit, on a connection that closes', async () => {
      const size = 8 * megabyte;
      const client = await speak(head('POST', messages(), { ...auth(), ...json, 'content-length': size }));
      // As a client that does not look for its answer before it has sent all.
      client.socket.write(Buffer.alloc(size, 'x'));

      await answersAndCloses(client, 413);
      await eventually(() => expect(client.heard).toContain('"limit":500000'));
      expect(harness.conversations.seen).toHaveLength(0);
    });

    it('that turns out too large is the same', async () => {
      const client = await speak(head('POST', messages(), { ...auth(), ...json, 'transfer-encoding': 'chunked' }));
      const part = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`;
      client.socket.write(part.repeat(20));

      await answersAndCloses(client, 413);
      expect(harness.conversations.seen).toHaveLength(0);
    });

    it('is not asked for when it would be refused', async () => {
      const expecting = { ...auth(), ...json, expect: '100-continue' };
      const refused = await speak(head('POST', messages(), { ...expecting, 'content-length': 2 * megabyte }));
      await answersAndCloses(refused, 413);
      expect(refused.statuses).toEqual([413]);
      const stranger = await speak(head('POST', messages(), { ...json, expect: '100-continue', 'content-length': 20 }));
      await eventually(() => expect(stranger.statuses).toEqual([401]));

      const taken = await speak(head('POST', messages(), { ...expecting, 'content-length': 2 }));
      await eventually(() => expect(taken.statuses).toEqual([100]));
      taken.socket.write('{}');
      await eventually(() => expect(taken.statuses).toEqual([100, 200]));
      stranger.close();
      taken.close();
    });

    it('is waited for so long and no longer, without a place of the service', async () => {
      const client = await speak(head('POST', messages(), { ...auth(), ...json, 'content-length': 100 }), '{');
      await eventually(async () => expect(await gauge('parley_held_body_bytes')).toBeGreaterThan(0));
      expect(gateway.context.upstreams.get('conversations')?.limiter.calls).toBe(0);
      await eventually(() => expect(client.statuses).toEqual([408]));

      expect(client.heard).toContain('"code":"body_timeout"');
      expect(harness.conversations.seen).toHaveLength(0);
      expect(await gauge('parley_held_body_bytes')).toBe(0);
      client.close();
    });

    it('takes memory of which one address has its share, until its call ends', async () => {
      const narrow = await harness.gateway({ BODY_MEMORY: String(megabyte), TRUSTED_PROXIES: '127.0.0.1' });
      const from = (address: string) => ({ 'x-forwarded-for': address });
      const send = (address: string, size: number) =>
        call(narrow, 'POST', messages(), { as: linus, headers: from(address), body: { text: 'x'.repeat(size) } });
      expect(await send('198.51.100.1', 200_000)).toMatchObject({ status: 200 });
      expect(await send('198.51.100.1', 200_000)).toMatchObject({ status: 200 });
      const refused = await send('198.51.100.1', 300_000);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited', limit: 'body_bytes' } });
      expect(refused.headers.get('retry-after')).toBe('1');

      const slow: Client[] = [];
      for (const address of [1, 2, 3, 4]) {
        const client = await open(narrow.addresses.http);
        const headers = { ...auth(), ...json, ...from(`198.51.100.${address}`), 'content-length': 240_000 };
        client.socket.write(`${head('POST', messages(), headers)}\r\n\r\n${'x'.repeat(235_000)}`);
        slow.push(client);
      }
      await eventually(() => expect(narrow.context.bodies.bytes).toBeGreaterThan(4 * 235_000));
      expect(await send('198.51.100.9', 200_000)).toMatchObject({ status: 503, body: { code: 'busy' } });
      expect(await call(narrow, 'GET', requests(), { as: linus })).toMatchObject({ status: 200 });

      for (const client of slow) client.close();
      await eventually(() => expect(narrow.context.bodies.bytes).toBe(0));
    });
  });

  async function metricsOf(): Promise<string> {
    return (await fetch(`${gateway.addresses.ops}/metrics`)).text();
  }

  describe('a body that an endpoint does not take', () => {
    it.each(['{}', '{"a":1}', ''])('%j is not handed on, and the connection serves the next call', async (body) => {
      const headers = { ...auth(), ...json, 'content-length': body.length };
      const client = await speak(head('PUT', `${requests()}/support-group-1/reopen`, headers), body);
      await eventually(() => expect(client.statuses).toEqual([200]));
      client.socket.write(`${head('GET', requests(), auth())}\r\n\r\n`);
      await eventually(() => expect(client.statuses).toEqual([200, 200]));
      client.close();

      expect(harness.conversations.seen.map((each) => each.body)).toEqual(['', '']);
      expect(harness.conversations.seen[0]?.headers['content-length'] ?? '0').toBe('0');
    });

    it.each([
      ['announced', { 'content-length': 20 * megabyte }, 'x'.repeat(200_000)],
      [
        'of unknown length',
        { 'transfer-encoding': 'chunked' },
        `${(200_000).toString(16)}\r\n${'x'.repeat(200_000)}\r\n`,
      ],
    ])('and is large, %s: the call is answered, and its connection closes', async (_, headers, body) => {
      const client = await speak(head('GET', requests(), { ...auth(), ...headers }), body);

      await answersAndCloses(client, 200);
      expect(harness.conversations.seen.map((each) => each.body)).toEqual(['']);
    });
  });

  describe('an upload', () => {
    const upload = (headers: object) => head('POST', '/v3/files/users', { ...auth(), ...headers });

    it('that the service refuses while it arrives: the caller reads why, and the connection closes', async () => {
      media.server.removeAllListeners('request');
      media.server.on('request', (_req, res) => {
        res.writeHead(413, { 'content-type': 'application/json', 'content-length': 2, connection: 'close' });
        // As every service does it.
        endAnswer(res, '{}');
      });
      const size = 8 * megabyte;
      for (const lengths of [{ 'content-length': size }, { 'content-length': size, expect: '100-continue' }]) {
        const client = await speak(upload(lengths));
        client.socket.write(Buffer.alloc(size, 'x'));
        await answersAndCloses(client, 413);
      }
      await eventually(() => expect(gateway.context.upstreams.get('media')?.limiter.calls).toBe(0));
    });
  });

  it('closes each connection whose body it has not read, and counts none of them as a failure', async () => {
    expect(closing).toHaveLength(7);
    const statuses = closing.map((client) => client.statuses.length);
    await Promise.all(closing.map(({ closed }) => closed));

    // Nothing of an unread body was taken for a call.
    expect(closing.map((client) => client.statuses.length)).toEqual(statuses);
    expect((await metricsOf()).match(/code="dependency_down"/g)).toBeNull();
  });
});
