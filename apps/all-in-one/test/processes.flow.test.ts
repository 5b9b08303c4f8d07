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

    it('carries a conversation through separate processes with NATS and Redis', async () => {
      const ada = await newUser(first, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(second, project._id, 'Vera');
      const request = `/${project._id}/requests/${newRequestId(project._id)}`;

      expect(await vera.customer.call('POST', `${request}/messages`, { text: 'Hello' })).toMatchObject({
        status: 200,
        body: { seq: 1 },
      });
      expect(
        (await ada.customer.call('POST', `${request}/participants`, { member: ada.id })).body.participants,
      ).toEqual([ada.id]);
      expect((await ada.customer.call('POST', `${request}/messages`, { text: 'Hi' })).status).toBe(200);
      expect((await vera.customer.call('GET', `${request}/messages`)).body.length).toBeGreaterThanOrEqual(2);
      expect((await ada.customer.call('PUT', `${request}/close`)).body.status).toBe(1000);
      expect((await vera.customer.call('PATCH', `${request}/rating`, { rate: 4 })).body.rating).toBe(4);
    });

    it('refuses a revoked token on another gateway as soon as the event is through', async () => {
      const ada = await newUser(first, 'Ada');
      const elsewhere = new Customer(second, ada.token);
      expect((await elsewhere.call('GET', '/projects')).status).toBe(200);

      await ada.customer.call('POST', '/auth/signout');

      expect((await ada.customer.call('GET', '/projects')).status).toBe(401);
      await eventually(async () => expect((await elsewhere.call('GET', '/projects')).status).toBe(401), {
        timeoutMs: 5_000,
      });
    });

    it('keeps every acknowledged message when conversations is killed under load, and stores none twice', async () => {
      const ada = await newUser(first, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(first, project._id, 'Vera');
      const request = `/${project._id}/requests/${newRequestId(project._id)}`;
      await vera.customer.call('POST', `${request}/messages`, { text: 'start' });

      const send = async (index: number): Promise<void> => {
        await eventually(
          async () => {
            const answer = await vera.customer.call(
              'POST',
              `${request}/messages`,
              { text: `m${index}` },
              { 'Idempotency-Key': `${request}-${index}` },
            );
            expect(answer.status).toBe(200);
          },
          { timeoutMs: 40_000 },
        );
      };
      const sending = Promise.all(Array.from({ length: 60 }, (_, index) => send(index)));
      await mesh.conversations.end('SIGKILL');
      await mesh.conversations.start();
      await sending;

      const { body: messages } = await vera.customer.call('GET', `${request}/messages?limit=200`);
      const texts = messages
        .map((message: { text: string }) => message.text)
        .filter((text: string) => text.startsWith('m'));
      expect(texts.sort()).toEqual(Array.from({ length: 60 }, (_, index) => `m${index}`).sort());
    }, 90_000);

    it('goes on through the other gateway when one is killed, with the same tokens', async () => {
      const ada = await newUser(first, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(first, project._id, 'Vera');
      const request = `/${project._id}/requests/${newRequestId(project._id)}`;
      await vera.customer.call('POST', `${request}/messages`, { text: 'one' });
      await mesh.gateways[0]?.end('SIGKILL');
      try {
        const again = new Customer(second, vera.token);
        expect((await again.call('POST', `${request}/messages`, { text: 'two' })).status).toBe(200);
        const { body } = await again.call('GET', `${request}/messages`);
        expect(body.map(({ text }: { text: string }) => text)).toEqual(['one', 'two']);
      } finally {
        await mesh.gateways[0]?.start();
      }
      expect((await vera.customer.call('GET', `${request}/messages`)).status).toBe(200);
    }, 60_000);

    it('answers 503 with Retry-After while workspace is away, and lets nobody through unchecked', async () => {
      const ada = await newUser(first, 'Ada');
      await mesh.workspace.end();
      try {
        // A gateway that has not seen this caller yet cannot check him.
        const answer = await new Customer(second, ada.token).call('GET', '/projects');
        expect(answer).toMatchObject({ status: 503, body: { code: 'dependency_down' } });
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      } finally {
        await mesh.workspace.start();
      }
      await eventually(async () =>
        expect((await new Customer(second, ada.token).call('GET', '/projects')).status).toBe(200),
      );
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
