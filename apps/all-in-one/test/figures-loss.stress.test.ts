import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { amountOf, describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { AutomatedProjects } from './automation.ts';
import { type Customer, newUser } from './mesh.ts';
import { startProcesses } from './processes.ts';
import { Traffic } from './traffic.ts';

type Mesh = Awaited<ReturnType<typeof startProcesses<'analytics'>>>;
type Store = 'workspace' | 'conversations' | 'analytics';

const log = createLogger({ service: 'test', level: 'silent' });
/** A lease of a process that was killed runs out before another takes it. */
const patience = { timeoutMs: 60_000, everyMs: 100 };
/** Messages between two kills. */
const burst = amountOf({ quick: 80, soak: 500 });

// What is killed here works in projects that have policies, rules, surveys and holidays, too.
const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

describeWithProgram('nats-server', 'figures of a mesh that loses parts of itself', () => {
  let nats: NatsServer;
  let mesh: Mesh;
  let url: string;
  let stores: Record<Store, Database>;

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({ natsUrl: nats.url, gateways: 1, beside: ['analytics'] });
    url = mesh.gateways[0]?.url ?? '';
    const open = (name: Store) => connectDatabase({ url: mesh.databaseUrls[name] ?? '', service: 'test', log });
    stores = {
      workspace: await open('workspace'),
      conversations: await open('conversations'),
      analytics: await open('analytics'),
    };
  }, 90_000);

  afterAll(async () => {
    for (const store of Object.values(stores ?? {})) await store.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  async function shop() {
    const { customer: ada } = await newUser(url, 'Ada');
    const { body } = await ada.call('POST', '/projects', { name: 'Shop' });
    const id: string = body._id;
    expect(automated.ids).toContain(id);
    return { id, ada, traffic: new Traffic({ url, projectId: id, reader: ada }) };
  }

  /** Waits until the figures say that they hold everything up to now. */
  async function untilHeard(ada: Customer, id: string): Promise<void> {
    const now = Date.now();
    for (const path of ['messages/count', 'project_users/count']) {
      await eventually(async () => {
        const { headers } = await ada.call('GET', `/${id}/analytics/${path}`);
        expect(Date.parse(headers.get('parley-as-of') ?? '')).toBeGreaterThan(now);
      }, patience);
    }
  }

  /** What was announced is in the inbox of a consumer, all of it. */
  async function expectInInbox(consumer: string, at: Store, of: Store, projectId: string, type: string): Promise<void> {
    const announced = await stores[of].query<{ id: string }>(
      'select id from outbox where id_project = $1 and type = $2',
      [projectId, type],
    );
    expect(announced.length).toBeGreaterThan(0);
    await eventually(async () => {
      const held = await stores[at].query<{ id: string }>(
        'select event_id as id from inbox where id_project = $1 and consumer = $2',
        [projectId, consumer],
      );
      const known = new Set(held.map(({ id }) => id));
      expect(announced.filter(({ id }) => !known.has(id))).toEqual([]);
    }, patience);
  }

  /** Compares figures and records, of which none must differ. */
  async function compared(ada: Customer, id: string) {
    const path = `/${id}/analytics/reconcile`;
    const { _id } = (await ada.call('POST', path, {})).body;
    return eventually(async () => {
      const { body } = await ada.call('GET', `${path}/${_id}`);
      expect(body).toMatchObject({ status: 'done', differencesCount: 0 });
      return body;
    }, patience);
  }

  /** No figure has less or more than the records, and nothing was recorded twice. */
  async function expectWhole(ada: Customer, id: string, { visitors, conversations, sent }: Traffic): Promise<void> {
    const run = await compared(ada, id);
    expect(run.checked.requests).toBeGreaterThanOrEqual(conversations.length);
    expect(run.checked.messages).toBeGreaterThanOrEqual(sent.length);
    const total = async (path: string) => (await ada.call('GET', `/${id}/analytics/${path}`)).body[0].totalCount;
    expect(await total('messages/count')).toBe(run.checked.messages);
    expect(await total('requests/count')).toBe(run.checked.requests);
    expect(await total('project_users/count')).toBe(visitors.length);
    await eventually(async () => expect(await begun(id)).toEqual(Array(run.checked.requests).fill(1)), patience);
  }

  /** How often the beginning of each conversation was recorded. */
  async function begun(projectId: string): Promise<number[]> {
    const rows = await stores.analytics.query<{ count: number }>(
      `select count(*)::int as count from activity where id_project = $1 and verb = 'REQUEST_CREATE' group by target->>'id'`,
      [projectId],
    );
    return rows.map(({ count }) => count);
  }

  it('hold every event once though NATS and its store are lost twice while people write', async () => {
    const { id, ada, traffic } = await shop();
    traffic.start();
    await traffic.goesOn(40);
    await nats.kill();
    await nats.loseData();
    await traffic.goesOn(40);
    // Nothing comes through the bus, and the figures follow all the same.
    const written = traffic.sent.length;
    await eventually(async () => {
      const { body, headers } = await ada.call('GET', `/${id}/analytics/messages/count`);
      expect(body[0].totalCount).toBeGreaterThanOrEqual(written);
      expect(Number(headers.get('parley-lag-ms'))).toBeLessThan(15_000);
    }, patience);
    await nats.start();
    await traffic.goesOn(40);
    await nats.kill();
    await nats.loseData();
    await nats.start();
    await traffic.goesOn(40);
    await traffic.stop();

    await untilHeard(ada, id);
    await expectWhole(ada, id, traffic);
    for (const consumer of ['analytics-facts', 'analytics-activities']) {
      await expectInInbox(consumer, 'analytics', 'conversations', id, 'request.created');
    }
    await expectInInbox('analytics-facts', 'analytics', 'conversations', id, 'message.created');
    await expectInInbox('conversations-copies', 'conversations', 'workspace', id, 'teammate.joined');
    traffic.expectHonest();
  }, 180_000);

  it('never claim an event that they do not hold, whichever process is killed', async () => {
    const { id, ada, traffic } = await shop();
    traffic.start();
    for (const part of [mesh.analytics, mesh.conversations]) {
      await traffic.goesOn(burst);
      await part.end('SIGKILL');
      await part.start();
      await traffic.isClaimed();
    }
    await traffic.goesOn(burst);
    await traffic.stop();

    await untilHeard(ada, id);
    await expectWhole(ada, id, traffic);
    traffic.expectHonest();
  }, 180_000);

  it('are what the records are, whenever they are compared while people write', async () => {
    const { id, ada, traffic } = await shop();
    traffic.start();
    for (let runs = 0; runs < 3; runs++) {
      await traffic.goesOn(100);
      const before = traffic.sent.length;
      const { checked } = await compared(ada, id);
      expect(checked.messages).toBeGreaterThanOrEqual(before);
      expect(traffic.sent.length).toBeGreaterThan(before);
    }
    await traffic.stop();
  }, 120_000);

  it('come back to their usual lag by themselves, and no writer notices that they were down', async () => {
    const { id, ada, traffic } = await shop();
    await mesh.analytics.end('SIGKILL');
    try {
      traffic.start();
      await traffic.goesOn(60);
      await traffic.stop();
      expect((await ada.call('GET', `/${id}/analytics/messages/count`)).body.code).toBe('dependency_down');
    } finally {
      await mesh.analytics.start();
    }
    expect(traffic.refused).toEqual([]);

    await untilHeard(ada, id);
    await eventually(async () => {
      const { headers } = await ada.call('GET', `/${id}/analytics/messages/count`);
      expect(Number(headers.get('parley-lag-ms'))).toBeLessThan(2_000);
    }, patience);
    await expectWhole(ada, id, traffic);
  }, 120_000);
});
