import { createLogger } from '@parley/service-kit/observability';
import { describeWithProgram, Endpoint, eventually, s3Program } from '@parley/testkit';

import { newRequestId, newUser, newVisitor, startMesh, type TestMesh } from './mesh.ts';

const seqs = Array.from({ length: 30 }, (_, place) => place + 1);

describeWithProgram('redis-server', 'with Redis', () =>
  describeWithProgram(s3Program, 'S3', () =>
    describeWithProgram('nats-server', 'and NATS', () => {
      const receiver = new Endpoint();
      const warnings: string[] = [];
      let mesh: TestMesh;

      beforeAll(async () => {
        await receiver.start();
        const log = createLogger({ service: 'mesh', level: 'warn', to: { write: (line) => void warnings.push(line) } });
        mesh = await startMesh({ OUTBOUND_ALLOW: '127.0.0.1', LOG_LEVEL: 'warn' }, { log, realServers: true });
      }, 60_000);
      afterAll(async () => {
        receiver.stop();
        await mesh?.stop();
      }, 60_000);

      it('a healthy start logs no warning', () => {
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
        for (const seq of seqs)
          expect((await vera.customer.call('POST', request, { text: `message ${seq}` })).status).toBe(200);

        const skipped = async (): Promise<{ _id: string }[]> =>
          (await ada.customer.call('GET', `${at}/deliveries?state=skipped&limit=100&direction=1`)).body.deliveries;
        await eventually(async () => expect(await skipped()).toHaveLength(seqs.length));
        const listed = (await skipped()).map(({ _id }) => _id);

        await ada.customer.call('PUT', at, { status: 'active' });
        const { body } = await ada.customer.call('POST', `${at}/replay`, { from, to: new Date().toISOString() });
        expect(body).toEqual({ queued: seqs.length });
        await eventually(() => expect(receiver.calls).toHaveLength(seqs.length));
        expect(receiver.calls.map(({ body }) => body.payload.seq)).toEqual(seqs);
        expect(listed).toEqual(receiver.ids);
      });
    }),
  ),
);
