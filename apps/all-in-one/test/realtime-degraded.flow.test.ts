import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

const patience = { timeoutMs: 30_000 };

describeWithProgram('nats-server', 'sockets of a mesh of which a part is down', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof startProcesses<'realtime'>>>;
  let url: string;
  const clients: SocketClient[] = [];

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({ natsUrl: nats.url, gateways: 1, beside: ['realtime'] });
    url = mesh.gateways[0]?.url ?? '';
  }, 90_000);
  afterAll(async () => {
    for (const client of clients) client.stop();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  it('bring all that was said while NATS was stopped and realtime was killed; no send waits or fails for that', async () => {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const id: string = project._id;
    const vera = await newVisitor(url, id, 'Vera');
    const path = `/${id}/requests/${newRequestId(id)}`;
    let said = 0;
    const say = async (customer: Customer, count: number) => {
      for (let n = 0; n < count; n++) {
        const { status } = await customer.call('POST', `${path}/messages`, { text: `${said++}` });
        expect(status).toBe(200);
        if (n % 4 === 3) for (const client of clients) client.cut();
      }
    };
    const caughtUp = async () => {
      const { body } = await ada.customer.call('GET', `${path}/messages`);
      const seqs = body.map(({ seq }: { seq: number }) => seq);
      await eventually(() => {
        for (const { known } of clients) expect([...known.messages.keys()].sort((a, b) => a - b)).toEqual(seqs);
      }, patience);
    };
    await say(vera.customer, 1);
    for (const { token } of [ada, vera]) {
      const client = new SocketClient(url, token, [`${path}/messages`]);
      clients.push(client);
      client.connect();
    }
    await caughtUp();

    await nats.stop();
    await say(vera.customer, 10);
    await caughtUp();

    await mesh.realtime.end('SIGKILL');
    await say(ada.customer, 10);
    await mesh.realtime.start();
    await caughtUp();
    for (const { repeated, errors } of clients) expect([repeated, errors]).toEqual([[], []]);
  }, 120_000);
});
