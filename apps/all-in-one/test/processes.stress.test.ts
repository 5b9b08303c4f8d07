import {
  describeWithProgram,
  eventually,
  type NatsServer,
  type RedisServer,
  startNatsServer,
  startRedisServer,
} from '@parley/testkit';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

type Mesh = Awaited<ReturnType<typeof startProcesses>>;

describeWithProgram('nats-server', 'on NATS', () => {
  describeWithProgram('redis-server', 'with Redis', () => {
    let nats: NatsServer;
    let redis: RedisServer;
    let mesh: Mesh;
    let first: string;
    let second: string;

    beforeAll(async () => {
      [nats, redis] = await Promise.all([startNatsServer(), startRedisServer()]);
      mesh = await startProcesses({ natsUrl: nats.url, redisUrl: redis.url, gateways: 2 });
      [first = '', second = ''] = mesh.gateways.map((gateway) => gateway.url);
    }, 90_000);

    afterAll(async () => {
      await mesh?.stop();
      await Promise.all([nats?.stop(), redis?.stop()]);
    }, 60_000);

    /** Ada has a project, and Vera is about to ask something in it. */
    async function newTalk(urlOfVera = first) {
      const ada = await newUser(first, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(urlOfVera, project._id, 'Vera');
      return { ada, vera, request: `/${project._id}/requests/${newRequestId(project._id)}` };
    }

    async function textsOf(customer: Customer, request: string): Promise<string[]> {
      const { body } = await customer.call('GET', `${request}/messages?limit=200`);
      return body.map(({ text }: { text: string }) => text);
    }

    it('carries a conversation through separate processes with NATS and Redis', async () => {
      const { ada, vera, request } = await newTalk(second);

      expect(await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' })).toMatchObject({
        status: 200,
        body: { seq: 1 },
      });
      expect(
        (await ada.customer.call('POST', `${request}/participants`, { member: ada.id })).body.participants,
      ).toEqual([ada.id]);
      expect((await ada.customer.call('POST', `${request}/messages`, { text: 'Hi' })).status).toBe(200);
      expect(await textsOf(vera.customer, request)).toEqual(expect.arrayContaining(['Hello', 'Hi']));
      expect((await ada.customer.call('PUT', `${request}/close`)).body.status).toBe(1000);
      expect((await vera.customer.call('PATCH', `${request}/rating`, { rate: 4 })).body.rating).toBe(4);
    });

    it('refuses a revoked token on another gateway as soon as the event is through', async () => {
      const ada = await newUser(first, 'Ada');
      const elsewhere = ada.customer.at(second);
      expect((await elsewhere.call('GET', '/projects')).status).toBe(200);

      await ada.customer.call('POST', '/auth/signout');

      expect((await ada.customer.call('GET', '/projects')).status).toBe(401);
      await eventually(async () => expect((await elsewhere.call('GET', '/projects')).status).toBe(401), {
        timeoutMs: 5_000,
      });
    });

    it('keeps every acknowledged message when conversations is killed under load, and stores none twice', async () => {
      const { vera, request } = await newTalk();
      await vera.customer.call('POST', `${request}/messages`, { text: 'start' });

      const texts = Array.from({ length: 60 }, (_, nth) => `m${nth}`);
      const send = (text: string) =>
        eventually(
          async () => {
            const headers = { 'Idempotency-Key': `${request}-${text}` };
            const { status } = await vera.customer.call('POST', `${request}/messages`, { text }, headers);
            expect(status).toBe(200);
          },
          { timeoutMs: 40_000 },
        );
      const sending = Promise.all(texts.map(send));
      await mesh.conversations.end('SIGKILL');
      await mesh.conversations.start();
      await sending;

      const stored = await textsOf(vera.customer, request);
      expect(stored.filter((text) => text.startsWith('m')).sort()).toEqual(texts.sort());
    }, 90_000);

    it('goes on through the other gateway when one is killed, with the same tokens', async () => {
      const { vera, request } = await newTalk();
      await vera.customer.call('POST', `${request}/messages`, { text: 'one' });
      await mesh.gateways[0]?.end('SIGKILL');
      try {
        const again = vera.customer.at(second);
        expect((await again.call('POST', `${request}/messages`, { text: 'two' })).status).toBe(200);
        expect(await textsOf(again, request)).toEqual(['one', 'two']);
      } finally {
        await mesh.gateways[0]?.start();
      }
      expect((await vera.customer.call('GET', `${request}/messages`)).status).toBe(200);
    }, 60_000);

    it('answers 503 with Retry-After while workspace is down, and lets no call through unchecked', async () => {
      const ada = await newUser(first, 'Ada');
      // A gateway that has not seen this caller yet cannot check them.
      const elsewhere = ada.customer.at(second);
      await mesh.workspace.end();
      try {
        const answer = await elsewhere.call('GET', '/projects');
        expect(answer).toMatchObject({ status: 503, body: { code: 'dependency_down' } });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      } finally {
        await mesh.workspace.start();
      }
      await eventually(async () => expect((await elsewhere.call('GET', '/projects')).status).toBe(200));
    }, 60_000);

    it('writes no password, token or address of a person into the logs of any process', async () => {
      const ada = await newUser(first, 'Ada');
      await new Customer(first).call('POST', '/auth/signin', { email: ada.email, password: 'a wrong password' });

      const logs = [mesh.workspace, mesh.conversations, ...mesh.gateways].map((part) => part.output).join('\n');
      expect(logs).toContain('"operation"');
      for (const secret of ['a wrong password', 'secret of Ada', ada.email, ada.token.slice(4)])
        expect(logs).not.toContain(secret);
    });
  });
});
