import { newId } from '@parley/service-kit/call';
import { amountOf, describeWithProgram, eventually, type NatsServer, startNatsServer } from '@parley/testkit';
import { createRemoteJWKSet, jwtVerify } from 'jose';

import { AutomatedProjects } from './automation.ts';
import { type Erasures, type Holder, openErasures, patience, type Shop, said } from './erasures.ts';
import { newVisitor } from './mesh.ts';
import { startProcesses } from './processes.ts';

/** Those that are killed while a person is erased: contacts leads it, the others take part. */
const killed = (
  ['contacts', 'conversations', 'media', 'workspace', 'bots', 'analytics', 'webhooks', 'channels'] as const
).slice(0, amountOf({ quick: 2, soak: 7 }));

// What is killed here works in projects that have policies, rules, surveys and holidays, too.
const automated = new AutomatedProjects();
beforeAll(() => automated.begin());
afterAll(() => automated.end());

describeWithProgram('nats-server', 'the end of what is held of a person', () => {
  let nats: NatsServer;
  let mesh: Awaited<ReturnType<typeof start>>;
  let url: string;
  let erasures: Erasures;

  const start = () =>
    startProcesses({
      natsUrl: nats.url,
      gateways: 1,
      beside: ['contacts', 'media', 'bots', 'analytics', 'webhooks', 'channels'],
    });

  beforeAll(async () => {
    nats = await startNatsServer();
    mesh = await start();
    url = mesh.gateways[0]?.url ?? '';
    erasures = await openErasures({ ...mesh, url });
  }, 90_000);

  afterAll(async () => {
    await erasures?.close();
    await mesh?.stop();
    await nats?.stop();
  }, 60_000);

  async function expectReceipt(erasure: { _id: string; lead: string; id_project: string; receipt: string }) {
    const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`));
    const { payload } = await jwtVerify(erasure.receipt, keys, { audience: 'http://parley.test/receipts' });
    expect(payload).toMatchObject({
      ...{ sub: 'receipt', iss: 'http://parley.test', erasure: erasure._id, lead: erasure.lead },
      id_project: erasure.id_project,
    });
    const services = payload.services as { service: string; remaining: object }[];
    expect(services.map(({ service, remaining }) => [service, remaining])).toEqual(
      ['contacts', 'conversations', 'workspace', 'media', 'bots', 'analytics', 'webhooks', 'channels'].map((name) => [
        name,
        {},
      ]),
    );
  }

  /** Begins an erasure while a service is down, and brings it back when the others have answered. */
  async function eraseWithout(name: Holder, one: Shop, lead: string): Promise<string> {
    // Contacts has to be asked; it dies while it waits for another service.
    const away = name === 'contacts' ? 'media' : name;
    const begin = () => one.ada.call('POST', `/${one.id}/leads/${lead}/erasures`, { reason: 'asked for' });
    // Conversations is asked first whether a legal hold keeps the person.
    const begun = away === 'conversations' ? await begin() : undefined;
    await mesh[away].end('SIGKILL');
    const { status, body } = begun ?? (await begin());
    expect([status, body.status]).toEqual([200, 'running']);
    await eventually(async () => {
      const [row] = await erasures
        .db('contacts')
        .query<{ services: { service: string; status: string }[] }>(
          'select services from erasure where id_project = $1 and id = $2',
          [one.id, body._id],
        );
      const pending = row?.services.filter((service) => service.status === 'pending').map(({ service }) => service);
      expect(begun ? [[], [away]] : [[away]]).toContainEqual(pending);
    }, patience);
    if (name === 'contacts') {
      await mesh.contacts.end('SIGKILL');
      await mesh.contacts.start();
    }
    await mesh[away].start();
    return body._id;
  }

  it.each(killed)(
    'comes, and leaves no word in any table or file, though %s was killed',
    async (name) => {
      const { shop, enter, converse, traces, erased } = erasures;
      const one = await shop();
      expect(automated.ids).toContain(one.id);
      const guest = name === 'media';
      const sappho = guest
        ? await newVisitor(url, one.id, 'Sappho')
        : await enter(one, { _id: `customer-${newId()}`, firstname: 'Sappho', email: 'sappho@lesbos.example' });
      const { path, file, lead, request } = await converse(one, sappho);
      const before = await one.ada.call('GET', `/${one.id}/requests?status=all`);
      expect((await traces(said)).length).toBeGreaterThan(0);

      const erasure = await erased(one, await eraseWithout(name, one, lead));

      expect(await traces(said)).toEqual([]);
      // In activities ids stay.
      expect(new Set(await traces([sappho.id]))).toEqual(
        new Set([`analytics.activity: ${sappho.id}`, `analytics.activity_agent: ${sappho.id}`]),
      );
      await expectReceipt(erasure);
      const after = await one.ada.call('GET', `/${one.id}/requests?status=all`);
      expect(after.body.count).toBe(before.body.count);
      expect((await one.ada.call('GET', path)).body).toMatchObject({
        ...{ ticket_id: request.ticket_id, status: 1000, first_text: '', createdAt: request.createdAt },
        participants: request.participants,
      });
      expect((await one.ada.call('GET', `/${one.id}/leads/${lead}`)).status).toBe(404);
      expect((await fetch(`${url}/v3/files?path=${encodeURIComponent(file)}`)).status).toBe(404);
      await eventually(async () => expect((await sappho.customer.call('GET', path)).status).toBe(401), patience);
    },
    120_000,
  );
});
