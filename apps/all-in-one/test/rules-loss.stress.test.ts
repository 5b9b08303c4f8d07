import { connectDatabase, type Database } from '@parley/service-kit/database';
import { createLogger } from '@parley/service-kit/observability';
import { amountOf, describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { newUser } from './mesh.ts';
import { startProcesses } from './processes.ts';
import { Traffic } from './traffic.ts';

/** Messages between two losses. */
const burst = amountOf({ quick: 40, soak: 500 });
const rounds = amountOf({ quick: 1, soak: 5 });

describeWithProgram('nats-server', 'a rule that answers every message', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof startProcesses<never>>>;
  let db: Database;
  let url: string;

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await startProcesses({ natsUrl: nats.url, gateways: 1 });
    url = mesh.gateways[0]?.url ?? '';
    const log = createLogger({ service: 'test', level: 'silent' });
    db = await connectDatabase({ url: mesh.conversationsDatabaseUrl, service: 'test', log });
  }, 90_000);
  afterAll(async () => {
    await db?.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  it('answers each once, though NATS loses its data and its service is killed meanwhile', async () => {
    const { customer: ada } = await newUser(url, 'Ada');
    const { body: project } = await ada.call('POST', '/projects', { name: 'Shop' });
    const rule = {
      ...{ name: 'Thanks', enabled: true, on: ['message.created'] },
      filters: [{ field: 'message.sender_kind', operator: '=', value: 'requester' }],
      actions: [{ type: 'send_message', text: 'Thank you.' }],
    };
    expect((await ada.call('POST', `/${project._id}/rules`, rule)).status).toBe(200);
    const traffic = new Traffic({ url, projectId: project._id, reader: ada });
    traffic.start();
    for (let round = 0; round < rounds; round++) {
      await traffic.goesOn(burst);
      await nats.kill();
      await nats.loseData();
      await traffic.goesOn(burst);
      await nats.start();
      await traffic.goesOn(burst);
      await mesh.conversations.end('SIGKILL');
      await nats.kill();
      await nats.loseData();
      await nats.start();
      await mesh.conversations.start();
      await traffic.goesOn(burst);
    }
    await traffic.stop();

    const talks = () => db.query<{ asked: number; answered: number; runs: number }>(answers, [project._id]);
    await eventually(
      async () => {
        for (const { asked, answered, runs } of await talks()) expect([answered, runs]).toEqual([asked, asked]);
      },
      { timeoutMs: 60_000, everyMs: 200 },
    );
    const asked = (await talks()).reduce((sum, talk) => sum + talk.asked, 0);
    expect(asked).toBeGreaterThanOrEqual(4 * burst * rounds);
  }, 300_000);
});

/** By conversation: messages of the visitor, answers of the rule, and its runs, each for an event of its own. */
const answers = `select count(m.id) filter (where m.sender <> 'system' and m.audience = 'all')::int as asked,
    count(m.id) filter (where m.text = 'Thank you.')::int as answered,
    (select count(distinct u.event)::int from rule_run u
      where u.id_project = m.id_project and u.request = m.request and u.result = 'applied') as runs
  from message m where m.id_project = $1 group by m.id_project, m.request`;
