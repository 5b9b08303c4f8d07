import { randomUUID } from 'node:crypto';

import { newId } from '@parley/service-kit/call';
import { describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';

import { type Erasures, openErasures, patience } from './erasures.ts';
import { newRequestId } from './mesh.ts';
import { startProcesses } from './processes.ts';

describeWithProgram('nats-server', 'redacted words', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof start>>;
  let erasures: Erasures;

  const start = () =>
    startProcesses({
      ...{ natsUrl: nats.url, gateways: 1, env: { LOG_LEVEL: 'debug' } },
      beside: ['contacts', 'media', 'bots', 'analytics', 'webhooks', 'channels'],
    });

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await start();
    erasures = await openErasures({ ...mesh, url: mesh.gateways[0]?.url ?? '' });
  }, 90_000);
  afterAll(async () => {
    await erasures?.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  /** Every row of every schema of each database, as the server writes it out. */
  async function dumps(): Promise<string> {
    const text = `select database_to_xml(true, false, '')::text as dump`;
    const dumped = erasures.databases.map((database) => database.query<{ dump: string }>(text));
    return (await Promise.all(dumped))
      .flat()
      .map(({ dump }) => dump)
      .join('\n');
  }

  it('are in no log, in no dump of a database, and not in the stream of NATS, where the other words are', async () => {
    const one = await erasures.shop();
    const sappho = await erasures.enter(one, { _id: `customer-${newId()}`, firstname: 'Vera' });
    const [canary, sparrow] = [`canary-${randomUUID()}`, `sparrow-${randomUUID()}`];
    const path = `/${one.id}/requests/${newRequestId(one.id)}`;
    const key = () => ({ 'Idempotency-Key': randomUUID() });
    const say = (body: object) => sappho.customer.call('POST', `${path}/messages`, body, key());
    const { body: first } = await say({ text: `My card is ${canary}`, attributes: { card: canary } });
    const { body: second } = await say({ text: `Or ${canary}` });
    // In a request of its own: each event of the other has had its first words.
    const other = `/${one.id}/requests/${newRequestId(one.id)}/messages`;
    expect((await sappho.customer.call('POST', other, { text: `It stays: ${sparrow}` }, key())).status).toBe(200);
    // Refused calls are logged, too.
    expect((await sappho.customer.call('POST', `${path}/messages`, { text: canary, type: 7 })).status).toBe(422);
    await one.ada.call('PUT', `${path}/close`);
    await eventually(async () => expect(await nats.stored()).toContain(canary), patience);
    await eventually(async () => expect(await dumps()).toContain(canary), patience);

    for (const { _id } of [first, second]) {
      const { status } = await one.ada.call('POST', `${path}/messages/${_id}/redact`, { reason: 'Card number' }, key());
      expect(status).toBe(200);
    }

    await eventually(async () => expect(await erasures.traces([canary])).toEqual([]), patience);
    await eventually(async () => expect(await nats.stored()).not.toContain(canary), patience);
    const [dump, stream] = [await dumps(), await nats.stored()];
    expect([dump.includes(canary), dump.includes(sparrow), stream.includes(sparrow)]).toEqual([false, true, true]);
    const {
      gateways,
      stop: _stop,
      dataFolder: _folder,
      databaseUrls: _urls,
      conversationsDatabaseUrl: _url,
      ...services
    } = mesh;
    const logs = [...Object.values(services), ...gateways].map(({ output }) => output).join('\n');
    expect(logs).toContain('"operation":"redactMessage"');
    expect(logs).not.toContain(canary);
  }, 120_000);
});
