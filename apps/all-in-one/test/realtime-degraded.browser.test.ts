import { fileURLToPath } from 'node:url';

import type { ViewerView } from '@parley/contracts';
import { createParley, type MessageView } from '@parley/sdk';
import { applyFrame, connect, type Frame, type Live, topics } from '@parley/sdk/realtime';
import { describeWithProgram, eventually, type NatsServer, startNatsServer, timeoutOf } from '@parley/testkit';
import { startChromium } from '@parley/testkit/chromium';
import type { Browser } from 'playwright-core';
import { WebSocket } from 'ws';

import { SocketClient } from './client.ts';
import { textsOfThread } from './console-page.ts';
import { buildPages } from './host-site.ts';
import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

const patience = { timeoutMs: 30_000 };
const builtConsole = fileURLToPath(new URL('../../console/dist', import.meta.url));

describeWithProgram('nats-server', 'sockets of a mesh of which a part is down', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof startProcesses<'realtime'>>>;
  let url: string;
  const clients: SocketClient[] = [];
  const lives: Live[] = [];

  beforeAll(async () => {
    buildPages();
    nats = await startNatsServer();
    mesh = await startProcesses({
      natsUrl: nats.url,
      gateways: 1,
      beside: ['realtime'],
      // The console is opened at the gateway's own address.
      env: { VIEWER_LAPSE: '2s', PUBLIC_URL: 'http://localhost', CONSOLE_DIR: builtConsole },
    });
    url = mesh.gateways[0]?.url ?? '';
  }, 120_000);
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

  describeWithProgram('chromium', 'and the console', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await startChromium();
    }, 60_000);
    afterAll(() => browser?.close());

    it('equals the database, whichever service is killed, and names what is unavailable', async () => {
      const ada = await newUser(url, 'Ada');
      const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
      const vera = await newVisitor(url, project._id, 'Vera');
      const request = newRequestId(project._id);
      const path = `/${project._id}/requests/${request}/messages`;
      const said: string[] = [];
      const say = async (count: number) => {
        for (let n = 0; n < count; n += 1) {
          const text = `m${said.length}`;
          await eventually(
            async () => expect((await vera.customer.call('POST', path, { text })).status).toBe(200),
            patience,
          );
          said.push(text);
        }
      };
      await say(1);
      const faults: string[] = [];
      const page = await browser.newPage();
      page.setDefaultTimeout(timeoutOf(30_000));
      page.on('pageerror', ({ message }) => faults.push(message));
      const inbox = `/${project._id}/inbox/all/${request}`;
      await page.goto(`${url}/console/signin?to=${encodeURIComponent(inbox)}`);
      await page.getByLabel('Email address').fill(ada.email);
      await page.getByLabel('Password').fill(ada.password);
      await page.keyboard.press('Enter');
      const isEqual = () =>
        eventually(async () => {
          const stored = await ada.customer.call('GET', path);
          expect(stored.body.map(({ text }: { text: string }) => text)).toEqual(said);
          // As the browser says it when a network comes back: the next try need not wait for its timer.
          await page.evaluate('dispatchEvent(new Event("online"))');
          expect(await textsOfThread(page)).toEqual(said);
          expect(await page.getByRole('row', { name: new RegExp(`Vera.*${said.at(-1)}(?!\\d)`) }).count()).toBe(1);
          expect(await page.getByText('Connection lost').count()).toBe(0);
        }, patience);
      await isEqual();
      await page.evaluate('globalThis.sameDocument = true');

      await mesh.realtime.end('SIGKILL');
      await page.getByText('Connection lost').waitFor();
      await say(3);
      await mesh.realtime.start();
      await isEqual();
      for (const part of [mesh.conversations, mesh.gateways[0], mesh.realtime]) {
        await part?.end('SIGKILL');
        const more = say(2);
        await part?.start();
        await more;
        await isEqual();
      }

      const go = (screen: string) =>
        page.evaluate(`history.pushState({}, '', ${JSON.stringify(`${url}/console/${project._id}/${screen}`)})`);
      const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
      for (const [part, screen] of [
        [mesh.conversations, 'inbox/closed'],
        [mesh.workspace, 'team/groups'],
      ] as const) {
        await part.end('SIGKILL');
        await go(screen);
        // Its code, and the id of the call.
        await alert
          .getByText(/^\w+ · [\w-]{20,}/)
          .first()
          .waitFor();
        await part.start();
        await eventually(async () => {
          for (const button of await alert.getByRole('button', { name: 'Try again' }).all())
            await button.click({ timeout: 1_000 }).catch(() => undefined);
          expect(await alert.count()).toBe(0);
        }, patience);
      }
      await go('inbox/all');
      await page.getByRole('row', { name: /Vera/ }).waitFor();
      expect(await page.evaluate('globalThis.sameDocument')).toBe(true);
      expect(faults).toEqual([]);
    }, 240_000);
  });
});
