import { openNatsBus } from '@parley/service-kit/bus/nats';
import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { AutomatedProjects } from './automation.ts';
import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

type Mesh = Awaited<ReturnType<typeof startProcesses<'contacts' | 'bots' | 'media'>>>;

const log = createLogger({ service: 'test', level: 'silent' });
/** A lease of a process that was killed runs out before another takes it. */
const patience = { timeoutMs: 30_000 };

interface Announced {
  id: string;
  type: string;
}

/** Waits until the stream holds each of them once, as a reader finds it that was never there before. */
async function expectInStream(url: string, reader: string, announced: readonly Announced[]): Promise<void> {
  const held = new Map<string, number>();
  const bus = openNatsBus({ url, name: 'test', log });
  bus.consume({
    name: reader,
    types: [...new Set(announced.map(({ type }) => type))],
    concurrency: 20,
    handle: async ({ event }) => void held.set(event.id, (held.get(event.id) ?? 0) + 1),
  });
  try {
    await eventually(() => expect(announced.filter(({ id }) => !held.has(id))).toEqual([]), patience);
    await bus.idle();
    expect(announced.filter(({ id }) => held.get(id) !== 1)).toEqual([]);
  } finally {
    await bus.close();
  }
}

// What is killed here works in projects that have policies, rules, surveys and holidays, too.
const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

describeWithProgram('nats-server', 'a mesh of which a part is down', () => {
  let nats: NatsServer;
  let mesh: Mesh;
  let db: Database;
  let url: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({
      natsUrl: nats.url,
      gateways: 1,
      beside: ['contacts', 'bots', 'media'],
      // Their addresses are known, and no process is there.
      absent: ['analytics', 'webhooks', 'realtime'],
    });
    url = mesh.gateways[0]?.url ?? '';
    db = await connectDatabase({ url: mesh.conversationsDatabaseUrl, service: 'test', log });
  }, 90_000);

  afterAll(async () => {
    await db?.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  /** A project whose owner takes requests. */
  async function shop() {
    const ada = await newUser(url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const id: string = project._id;
    expect(automated.ids).toContain(id);
    await available(ada.customer, id, true);
    const vera = await newVisitor(url, id, 'Vera');
    return { id, ada, vera };
  }

  /** Kills a service without warning, works without it, and brings it back. */
  async function without<Result>(name: 'contacts' | 'bots' | 'media', work: () => Promise<Result>): Promise<Result> {
    await mesh[name].end('SIGKILL');
    try {
      return await work();
    } finally {
      await mesh[name].start();
    }
  }

  async function available(agent: Customer, projectId: string, user_available: boolean): Promise<void> {
    const { status } = await agent.call('PUT', `/${projectId}/project_users`, { user_available });
    expect(status).toBe(200);
  }

  /** A conversation from the first message to its end; every answer is a 200. Answers the request, closed. */
  async function converse({ id, ada, vera }: Awaited<ReturnType<typeof shop>>) {
    const requestId = newRequestId(id);
    const path = `/${id}/requests/${requestId}`;
    expect(await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' })).toMatchObject({
      status: 200,
      body: { seq: 1, request: { status: 200, participants: [ada.id] } },
    });
    const { body: list } = await ada.customer.call('GET', `/${id}/requests?limit=200`);
    expect(list.requests.map((request: { request_id: string }) => request.request_id)).toContain(requestId);
    expect((await ada.customer.call('POST', `${path}/messages`, { text: 'Hi' })).status).toBe(200);
    const { body: messages } = await vera.customer.call('GET', `${path}/messages`);
    expect(messages.map(({ text }: { text: string }) => text)).toEqual(['Hello', 'Hi']);
    const closed = await ada.customer.call('PUT', `${path}/close`);
    expect(closed).toMatchObject({ status: 200, body: { status: 1000 } });
    return closed.body;
  }

  /** Whatever happened in the project before, during and after is in the stream, once. */
  async function expectComplete(projectId: string): Promise<void> {
    const announced = await db.query<Announced>('select id, type from outbox where id_project = $1', [projectId]);
    expect(announced.length).toBeGreaterThan(0);
    await expectInStream(nats.url, `reader-${projectId}`, announced);
  }

  it('sends, lists and closes while contacts is killed, which has every lead once when it is back', async () => {
    const one = await shop();
    const { id, ada } = one;
    const newcomers = ['Vera', 'Viktor', 'Viola'];
    const closed = await without('contacts', async () => {
      const conversations = [];
      for (const name of newcomers)
        conversations.push(await converse({ ...one, vera: await newVisitor(url, id, name) }));
      return conversations;
    });

    const byId = (records: { _id: string }[]) => records.map(({ _id }) => _id).sort();
    await eventually(async () => {
      const { body } = await ada.customer.call('GET', `/${id}/leads`);
      expect(body.count).toBe(newcomers.length);
      expect(byId(body.leads)).toEqual(byId(closed.map(({ lead }) => lead)));
    }, patience);
    await expectComplete(id);
  }, 90_000);

  it('sends, lists, hands off and closes while bots is killed, and puts bots in when it is back', async () => {
    const one = await shop();
    const { id, ada, vera } = one;
    const { body: bot } = await ada.customer.call('POST', `/${id}/bots`, { name: 'Robby', template: 'blank' });
    const { body: departments } = await ada.customer.call('GET', `/${id}/departments`);
    await ada.customer.call('PUT', `/${id}/departments/${departments[0]._id}`, { id_bot: bot._id });
    const served = async () => {
      const path = `/${id}/requests/${newRequestId(id)}`;
      const { status, body } = await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
      expect({ status, participants: body.request.participants }).toEqual({
        status: 200,
        participants: [`bot_${bot._id}`],
      });
      return path;
    };
    await eventually(served, patience);

    const [path, other] = await without('bots', async () => {
      const requests = [await served(), await served()] as const;
      for (const request of requests) {
        const handed = await ada.customer.call('PUT', `${request}/agent`);
        expect(handed).toMatchObject({ status: 200, body: { participants: [ada.id] } });
      }
      expect((await ada.customer.call('PUT', `${requests[0]}/replace`, { name: 'Robby' })).body.code).toBe(
        'dependency_down',
      );
      expect((await ada.customer.call('PUT', `${requests[1]}/close`)).body.status).toBe(1000);
      return requests;
    });

    await eventually(async () => {
      const replaced = await ada.customer.call('PUT', `${path}/replace`, { name: 'Robby' });
      expect(replaced).toMatchObject({ status: 200, body: { participants: [`bot_${bot._id}`] } });
    }, patience);
    expect((await ada.customer.call('PUT', `${path}/close`)).status).toBe(200);
    expect((await ada.customer.call('GET', other)).body.status).toBe(1000);
    await expectComplete(id);
  }, 90_000);

  it('sends, lists and closes while media is killed, which lets go of files when it is back', async () => {
    const one = await shop();
    const { id, ada, vera } = one;
    const path = `/${id}/requests/${newRequestId(id)}`;
    const file = await upload(vera.token);
    const read = async () => (await fetch(`${url}/v3/files?path=${encodeURIComponent(file)}`)).status;
    expect(await read()).toBe(200);

    await without('media', async () => {
      const src = `http://parley.test/v3/files?path=${encodeURIComponent(file)}`;
      const sent = await vera.customer.call('POST', `${path}/messages`, { type: 'file', text: 'x', metadata: { src } });
      expect(sent.status).toBe(200);
      await converse(one);
      expect((await ada.customer.call('DELETE', path)).status).toBe(200);
    });

    await eventually(async () => expect(await read()).toBe(404), patience);
    await expectComplete(id);
  }, 90_000);

  async function upload(token: string): Promise<string> {
    const form = new FormData();
    form.append('file', new File(['one parcel'], 'order.txt'));
    const headers = { authorization: token };
    const answer = await fetch(`${url}/v3/files/users`, { method: 'POST', headers, body: form });
    const { filename } = (await answer.json()) as { filename: string };
    return filename;
  }

  it('sends, lists and closes though analytics, webhooks and realtime are not there', async () => {
    const one = await shop();
    await converse(one);
    await expectComplete(one.id);
  }, 60_000);

  it('sends, lists and closes without NATS, and announces all of it once when it is back', async () => {
    const one = await shop();
    await converse(one);
    await nats.kill();
    try {
      for (let nth = 0; nth < 3; nth++) await converse(one);
    } finally {
      await nats.start();
    }
    await converse(one);
    await expectComplete(one.id);
  }, 90_000);

  it('asks who is available, and serves who waits, though no event comes through', async () => {
    const one = await shop();
    const { id, ada, vera } = one;
    const path = `/${id}/requests/${newRequestId(id)}`;
    const now = async () => (await ada.customer.call('GET', path)).body;
    await nats.kill();
    try {
      await available(ada.customer, id, false);
      const { body } = await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
      expect(body.request).toMatchObject({ status: 100, participants: [] });
      await available(ada.customer, id, true);
      await eventually(async () => expect((await now()).participants).toEqual([ada.id]), patience);
    } finally {
      await nats.start();
    }
    await expectComplete(id);
  }, 60_000);

  it('finds in the outbox what NATS has lost with its data, and says how fresh its copies are', async () => {
    const { id, ada, vera } = await shop();
    const path = `/${id}/requests/${newRequestId(id)}`;
    await available(ada.customer, id, false);
    await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
    await nats.kill();
    try {
      await nats.loseData();
      await available(ada.customer, id, true);
    } finally {
      await nats.start();
    }

    await eventually(
      async () => expect((await ada.customer.call('GET', path)).body.participants).toEqual([ada.id]),
      patience,
    );
    const asOf =
      /parley_consumer_as_of_seconds\{[^}]*consumer="conversations-copies",publisher="workspace"[^}]*\} (\S+)/;
    const startedAt = Date.now() / 1_000;
    await eventually(async () => {
      const metrics = await (await fetch(`${mesh.conversations.url}/metrics`)).text();
      expect(Number(asOf.exec(metrics)?.[1])).toBeGreaterThan(startedAt);
    }, patience);
  }, 60_000);

  it('loses and doubles nothing when every part is killed in turn under load', async () => {
    const one = await shop();
    const { id, ada, vera } = one;
    const path = `/${id}/requests/${newRequestId(id)}`;
    const say = (index: number) =>
      eventually(
        async () => {
          const key = { 'Idempotency-Key': `${path}-${index}` };
          const { status } = await vera.customer.call('POST', `${path}/messages`, { text: `m${index}` }, key);
          expect(status).toBe(200);
        },
        { timeoutMs: 40_000, everyMs: 100 },
      );
    await say(0);
    const saying = Promise.all(Array.from({ length: 60 }, (_, index) => say(index + 1)));
    await nats.kill();
    await mesh.conversations.end('SIGKILL');
    await mesh.conversations.start();
    await nats.start();
    await mesh.workspace.end('SIGKILL');
    await mesh.workspace.start();
    await saying;

    await eventually(async () => expect((await ada.customer.call('PUT', `${path}/close`)).status).toBe(200), patience);
    const { body: messages } = await vera.customer.call('GET', `${path}/messages?limit=200`);
    const texts = messages.map(({ text }: { text: string }) => text).filter((text: string) => /^m\d+$/.test(text));
    expect(texts.sort()).toEqual(Array.from({ length: 61 }, (_, index) => `m${index}`).sort());
    await expectComplete(id);
  }, 120_000);
});
