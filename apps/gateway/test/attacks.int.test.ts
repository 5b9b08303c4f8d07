import { abandonPipelines, eventually, head, open, slowBodies, strangers } from '@parley/testkit';

import type { RunningGateway } from '../src/service.ts';
import { type Caller, call, GatewayHarness, ways } from './gateway-harness.ts';

describe.each(ways)('a gateway that calls services %s', (way) => {
  let harness: GatewayHarness;
  let project: string;
  let linus: Caller;
  const env = { TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_FACTOR: '100' };
  const patience = { timeoutMs: 20_000 };

  beforeAll(async () => {
    harness = await GatewayHarness.start(way);
    project = harness.workspace.newProject();
    linus = await harness.workspace.newUser({ projectId: project, role: 'agent' });
  });
  afterAll(() => harness.stop());

  const labels = () => `/v3/${project}/labels`;
  const requests = () => `/v3/${project}/requests`;
  const asLinus = () => ({ authorization: linus.header });
  const messages = () => `${requests()}/support-group-1/messages`;

  /** Calls under way to a service, as Prometheus reads it. */
  async function underWay(gateway: RunningGateway, upstream: string): Promise<number> {
    const text = await (await fetch(`${gateway.addresses.ops}/metrics`)).text();
    const value = new RegExp(`^parley_upstream_calls\\{[^}]*upstream="${upstream}"[^}]*\\} (\\d+)$`, 'm').exec(
      text,
    )?.[1];
    return Number(value);
  }

  async function othersAreServed(gateway: RunningGateway): Promise<void> {
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(gateway, 'GET', labels())));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  }

  describe('pipelined calls whose connection closes', () => {
    it('give back their places of the service, all of them', async () => {
      const gateway = await harness.gateway({ ...env, UPSTREAM_CALLS: '64' });
      const target = { url: gateway.addresses.http, addresses: strangers(34) };
      await abandonPipelines(target, { connections: 34, calls: 300, path: labels() });

      await eventually(async () => expect(await underWay(gateway, 'workspace')).toBe(0), patience);
      await othersAreServed(gateway);
    });

    it('give back their places when the connection goes before the service is asked', async () => {
      const gateway = await harness.gateway({ ...env, UPSTREAM_CALLS: '4' });
      const vera = await harness.workspace.newUser({ projectId: project, role: 'agent' });
      const judged = Promise.withResolvers<void>();
      harness.workspace.held = judged.promise;
      const asked = harness.workspace.identity.calls.length;
      const client = await open(gateway.addresses.http);
      client.socket.write(`${head('GET', requests(), { authorization: vera.header })}\r\n\r\n`.repeat(2));
      await eventually(() => harness.workspace.identity.calls.length > asked);
      client.close();
      await eventually(async () => {
        expect((await (await fetch(`${gateway.addresses.ops}/metrics`)).text()).match(/cut_off/g)).not.toBeNull();
      });
      harness.conversations.seen.length = 0;
      harness.workspace.held = undefined;
      judged.resolve();

      expect((await call(gateway, 'GET', requests(), { as: vera })).status).toBe(200);
      expect(await underWay(gateway, 'conversations')).toBe(0);
      expect(harness.conversations.seen).toHaveLength(1);
    });
  });

  describe('calls pipelined over one connection', () => {
    it('are worked on a few at a time: the last of them closes the connection, and what follows is not handled', async () => {
      const gateway = await harness.gateway(env);
      const held: (() => void)[] = [];
      const { answer } = harness.conversations;
      harness.conversations.answer = (_req, res) => held.push(() => res.end('{}'));
      const client = await open(gateway.addresses.http);
      client.socket.write(`${head('GET', requests(), asLinus())}\r\n\r\n`.repeat(20));
      await eventually(() => held.length === 8);
      client.socket.write(`${head('GET', requests(), asLinus())}\r\n\r\n`.repeat(20));
      for (const release of held) release();
      await client.closed;
      harness.conversations.answer = answer;

      expect(client.statuses).toEqual(Array(8).fill(200));
      const connections = [...client.heard.matchAll(/^connection: (.*)$/gim)].map(([, word]) => word);
      expect(connections).toEqual([...Array(7).fill('keep-alive'), 'close']);
      expect(held).toHaveLength(8);
      expect(await underWay(gateway, 'conversations')).toBe(0);
    });

    it('are all dropped with their connection when there are very many', async () => {
      const gateway = await harness.gateway(env);
      const { answer } = harness.conversations;
      harness.conversations.answer = () => {};
      const client = await open(gateway.addresses.http);
      client.socket.write(`${head('GET', requests(), asLinus())}\r\n\r\n`.repeat(1_000));
      await client.closed;
      harness.conversations.answer = answer;

      expect(client.statuses).toEqual([]);
      await eventually(async () => expect(await underWay(gateway, 'conversations')).toBe(0));
    });
  });

  describe('bodies that come a byte at a time', () => {
    it('from many anonymous callers take no slot of a service, and others are served meanwhile', async () => {
      const gateway = await harness.gateway({ ...env, UPSTREAM_CALLS: '16' });
      const attack = await slowBodies(
        { url: gateway.addresses.http, addresses: strangers(40) },
        {
          connections: 40,
          heads: [
            head('POST', '/v3/auth/signinAnonymously', { 'content-type': 'application/json', 'content-length': 200 }),
            head('GET', labels(), { 'content-length': 200 }),
            head('POST', '/v3/engine/status', { 'content-length': 200 }),
            head('POST', messages(), { ...asLinus(), 'content-type': 'application/json', 'content-length': 200 }),
          ],
        },
      );
      // Those that are not answered at once are waited for.
      const waiting = () => attack.clients.filter(({ statuses }) => statuses.length === 0);
      await eventually(() => expect(waiting()).toHaveLength(30));
      await eventually(() => expect(gateway.context.bodies.bytes).toBeGreaterThan(30 * 16_384));

      await othersAreServed(gateway);
      expect((await call(gateway, 'GET', requests(), { as: linus })).status).toBe(200);
      expect([await underWay(gateway, 'workspace'), await underWay(gateway, 'conversations')]).toEqual([0, 0]);
      attack.stop();
      await eventually(() => expect(gateway.context.bodies.bytes).toBe(0));
    });
  });
});
