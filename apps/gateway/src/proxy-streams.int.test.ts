import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';

import { amountOf, eventually } from '@parley/testkit';

import { type Caller, GatewayHarness, ways } from '../test/gateway-harness.ts';
import type { RunningGateway } from './service.ts';

describe.each(ways)('a gateway that calls services %s', (way) => {
  let harness: GatewayHarness;
  let gateway: RunningGateway;
  let project: string;
  let linus: Caller;

  beforeAll(async () => {
    harness = await GatewayHarness.start(way);
    gateway = await harness.gateway();
    project = harness.workspace.newProject();
    linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  });
  afterAll(() => harness.stop());

  const requests = () => `/v3/${project}/requests`;

  describe('a file', () => {
    const chunk = Buffer.alloc(65_536, 'x');
    const count = amountOf({ quick: 1_024, soak: 2_048 });
    const total = count * chunk.length;
    // What the buffers of two connections and of the streams between them may hold, well below the whole.
    const buffered = 0.75 * total;
    const body = () => Readable.from(Array.from({ length: count }, () => chunk));

    it('is taken from the caller only as fast as the service reads it', async () => {
      const upstream = await harness.upstream();
      upstream.server.removeAllListeners('request');
      const begun = Promise.withResolvers<IncomingMessage>();
      let received = 0;
      upstream.server.on('request', (req: IncomingMessage, res) => {
        begun.resolve(req);
        req.once('end', () => res.end('{}'));
      });
      const streaming = await harness.gateway({ MEDIA_URL: upstream.url });
      const url = `${streaming.addresses.http}/v3/files/users`;
      const answered = Promise.withResolvers<IncomingMessage>();
      const req = httpRequest(url, { method: 'POST', headers: { authorization: linus.header } }, answered.resolve);
      body().pipe(req);

      const seen = await begun.promise;
      await still(() => req.socket?.bytesWritten ?? 0);
      expect(req.socket?.bytesWritten).toBeLessThan(buffered);

      seen.on('data', (part: Buffer) => {
        received += part.length;
      });
      expect((await answered.promise).statusCode).toBe(200);
      expect(received).toBe(total);
    });

    it('is taken from the service only as fast as the caller reads it', async () => {
      const sockets: Socket[] = [];
      harness.conversations.answer = (req, res) => {
        sockets.push(req.socket);
        body().pipe(res);
      };
      const answer = await new Promise<IncomingMessage>((resolve) => {
        const url = `${gateway.addresses.http}${requests()}`;
        httpRequest(url, { agent: false, headers: { authorization: linus.header } }, resolve).end();
      });
      const before = sockets[0]?.bytesWritten ?? 0;
      await still(() => sockets[0]?.bytesWritten ?? 0);
      expect((sockets[0]?.bytesWritten ?? 0) - before).toBeLessThan(buffered);

      let returned = 0;
      for await (const part of answer) returned += (part as Buffer).length;
      expect(returned).toBe(total);
    });
  });

  /** Resolves when a count has stopped growing. */
  async function still(count: () => number): Promise<void> {
    const seen = [Number.NaN, Number.NaN, Number.NaN];
    await eventually(
      () => {
        seen.shift();
        seen.push(count());
        return seen.every((each) => each === seen[0]);
      },
      { everyMs: 50 },
    );
  }
});
