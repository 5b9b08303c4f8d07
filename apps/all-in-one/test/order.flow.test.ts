import { createLogger } from '@parley/service-kit/observability';
import { describeWithProgram, Endpoint, eventually } from '@parley/testkit';

import { newRequestId, newUser, newVisitor, startMesh, type TestMesh } from './mesh.ts';
import { type Servers, startServers } from './servers.ts';

const texts = Array.from({ length: 30 }, (_, nth) => `message ${nth}`);

describeWithProgram('redis-server', 'with Redis', () => {
  describeWithProgram('nats-server', 'and NATS', () => {
    const receiver = new Endpoint();
    const warnings: string[] = [];
    let servers: Servers;
    let mesh: TestMesh;

    beforeAll(async () => {
      [servers] = await Promise.all([startServers({ withS3: false }), receiver.start()]);
      const log = createLogger({ service: 'mesh', level: 'warn', to: { write: (line) => void warnings.push(line) } });
      mesh = await startMesh({ ...servers.variables, OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' }, { log });
    }, 60_000);
    afterAll(async () => {
      receiver.stop();
      await mesh?.stop();
      await servers?.stop();
    }, 60_000);

    it('warns of nothing when it starts', () => {
      expect(warnings).toEqual([]);
    });

    it('lists and replays what happened to one conversation in its order', async () => {
      const ada = await newUser(mesh.url, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(mesh.url, project._id, 'Vera');
      const { body: subscription } = await ada.customer.call('POST', `/${project._id}/subscriptions`, {
        ...{ event: 'message.create', target: receiver.url },
      });
      const at = `/${project._id}/subscriptions/${subscription._id}`;
      await ada.customer.call('PUT', at, { status: 'disabled' });
      const from = new Date().toISOString();
      const request = `/${project._id}/requests/${newRequestId(project._id)}/messages`;
      for (const text of texts) expect((await vera.customer.call('POST', request, { text })).status).toBe(200);

      const skipped = async () =>
        (await ada.customer.call('GET', `${at}/deliveries?state=skipped&limit=100&direction=1`)).body.deliveries;
      await eventually(async () => expect(await skipped()).toHaveLength(texts.length));
      const seqs = texts.map((_, place) => place + 1);
      const listed: { aggregateversion: number; createdAt: string }[] = await skipped();
      expect(listed.map(({ createdAt }) => createdAt)).toEqual(listed.map(({ createdAt }) => createdAt).toSorted());

      await ada.customer.call('PUT', at, { status: 'active' });
      const { body } = await ada.customer.call('POST', `${at}/replay`, { from, to: new Date().toISOString() });
      expect(body).toEqual({ queued: texts.length });
      await eventually(() => expect(receiver.calls).toHaveLength(texts.length));
      expect(receiver.calls.map(({ body }) => body.payload.seq)).toEqual(seqs);
    });
  });
});
