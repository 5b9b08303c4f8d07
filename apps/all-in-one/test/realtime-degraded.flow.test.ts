import type { ViewerView } from '@parley/contracts';
import { createParley, type MessageView } from '@parley/sdk';
import { applyFrame, connect, type Frame, type Live, topics } from '@parley/sdk/realtime';
import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';
import { WebSocket } from 'ws';

import { SocketClient } from './client.ts';
import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

const patience = { timeoutMs: 30_000 };

describeWithProgram('nats-server', 'sockets of a mesh of which a part is down', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof startProcesses<'realtime'>>>;
  let url: string;
  const clients: SocketClient[] = [];
  const lives: Live[] = [];

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({
      ...{ natsUrl: nats.url, gateways: 1, beside: ['realtime'], env: { VIEWER_LAPSE: '2s' } },
    });
    url = mesh.gateways[0]?.url ?? '';
  }, 90_000);
  afterAll(async () => {
    for (const client of clients) client.stop();
    for (const live of lives) live.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  it('forget who had a request open when realtime is killed under them', async () => {
    const [ada, linus] = [await newUser(url, 'Ada'), await newUser(url, 'Linus')];
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    await ada.customer.call('POST', `/${project._id}/project_users/invite`, { email: linus.email, role: 'admin' });
    const { body: request } = await ada.customer.call('POST', `/${project._id}/requests`, { first_text: 'Hello' });
    const topic = topics.viewers(request.request_id);
    let viewers: string[] = [];
    const show = (message: unknown) => {
      viewers = (message as ViewerView[]).map(({ user_id }) => user_id);
    };
    const watching = live(project._id, ada.token);
    watching.subscribe(topic, { onSnapshot: show, onFrame: ({ message }) => show(message) });
    const holder = live(project._id, linus.token);
    await eventually(
      () => {
        holder.publish(topic, { state: 'viewing' });
        expect(viewers).toEqual([linus.id]);
      },
      // A socket may say 20 things in a second.
      { ...patience, everyMs: 200 },
    );

    await mesh.realtime.end('SIGKILL');
    // The viewer does not connect again, and no message has announced that they left.
    holder.close();
    await mesh.realtime.start();
    await eventually(() => expect(viewers).toEqual([]), patience);
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

  const live = (project: string, token: string, transport: 'websocket' | 'sse' | 'poll' = 'websocket') => {
    const opened = connect(createParley({ url, project, token }), {
      transport,
      WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
      backoff: { minMs: 50, maxMs: 500 },
    });
    lives.push(opened);
    return opened;
  };

  it('bring the SDK every message once and in order over each transport, whatever is killed and restarted', async () => {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const vera = await newVisitor(url, project._id, 'Vera');
    const request_id = newRequestId(project._id);
    const path = `/${project._id}/requests/${request_id}/messages`;
    const say = async (count: number) => {
      for (let n = 0; n < count; n++)
        await eventually(
          async () => expect((await vera.customer.call('POST', path, { text: 'More' })).status).toBe(200),
          patience,
        );
    };
    await say(1);
    const heard = (['websocket', 'sse', 'poll'] as const).map((transport) => {
      const one = { transport, records: [] as readonly MessageView[], frames: [] as Frame<MessageView>[] };
      live(project._id, ada.token, transport).subscribe<MessageView>(topics.messages(request_id), {
        onSnapshot: (records) => {
          one.records = records;
        },
        onFrame: (frame) => {
          one.frames.push(frame);
          one.records = applyFrame(one.records, frame);
        },
      });
      return one;
    });
    const caughtUp = async () => {
      const { body } = await ada.customer.call('GET', `${path}?limit=200`);
      const seqs = body.map(({ seq }: { seq: number }) => seq);
      for (const one of heard)
        await eventually(
          () => expect([one.transport, one.records.map(({ seq }) => seq)]).toEqual([one.transport, seqs]),
          patience,
        );
    };
    await caughtUp();

    for (const part of [mesh.realtime, mesh.conversations, mesh.gateways[0]] as const) {
      await say(3);
      await part?.end('SIGKILL');
      const said = say(3);
      await part?.start();
      await said;
      await caughtUp();
    }
    for (const { transport, frames } of heard) {
      const created = frames.filter(({ method }) => method === 'CREATE').map(({ message: { seq } }) => seq);
      expect([transport, created]).toEqual([transport, [...new Set(created)].toSorted((one, other) => one - other)]);
    }
  }, 180_000);
});
