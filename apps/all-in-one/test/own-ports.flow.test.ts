import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo, Server } from 'node:net';
import { Endpoint, eventually } from '@parley/testkit';

import type { AllInOne } from '../src/service.ts';
import { newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

let mesh: AllInOne;
/** Everything that the mesh listens on. */
const listening: AddressInfo[] = [];
const channel = 'tracing:net.server.listen:asyncEnd';
const note = (message: unknown) => {
  const address = (message as { server: Server }).server.address();
  if (address !== null && typeof address !== 'string') listening.push(address);
};

const receiver = new Endpoint();
beforeAll(async () => {
  subscribe(channel, note);
  const env = {
    PARLEY_HOST: '0.0.0.0',
    OUTBOUND_ALLOW: 'localhost,127.0.0.0/8,0.0.0.0/8,::1,::ffff:127.0.0.0/104',
    RATE_LIMIT_FACTOR: '1000',
  };
  mesh = await startMesh(env, { embedded: true });
  unsubscribe(channel, note);
  await receiver.start();
}, 60_000);
afterAll(async () => {
  receiver.stop();
  await mesh?.stop();
});

it('listens beyond loopback with the port of the gateway alone', () => {
  const gateway = Number(new URL(mesh.url).port);
  // HTTP, internal calls and operations of eight services; two of the gateway; those that were only tried for being free.
  expect(new Set(listening.map(({ port }) => port)).size).toBeGreaterThanOrEqual(26);
  const beyond = listening.filter(({ address }) => address !== '127.0.0.1');
  expect(new Set(beyond.map(({ address, port }) => `${address}:${port}`))).toEqual(new Set([`0.0.0.0:${gateway}`]));
});

it('lets bots and webhooks call this machine where the operator allows it, but none of the ports of the mesh', async () => {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const at = `/${project._id}`;
  const subscribeTo = (target: string) =>
    ada.customer.call('POST', `${at}/subscriptions`, { event: 'message.create', target });
  const addBot = (url: string) => ada.customer.call('POST', `${at}/bots`, { name: 'Robby', type: 'external', url });

  expect((await subscribeTo(receiver.url.replace('127.0.0.1', 'localhost'))).status).toBe(200);
  const vera = await newVisitor(mesh.url, project._id, 'Vera');
  await vera.customer.call('POST', `${at}/requests/${newRequestId(project._id)}/messages`, { text: 'hello' });
  await eventually(() => expect(receiver.calls).toHaveLength(1));
  expect((await addBot(receiver.url.replace('127.0.0.1', 'localhost'))).status).toBe(200);

  const ports = new Set(listening.map(({ port }) => port));
  expect([...ports]).toEqual(expect.arrayContaining([mesh.url, mesh.ops].map((url) => Number(new URL(url).port))));
  const hosts = ['localhost', '127.0.0.1', '127.9.9.9', '0.0.0.0', '[::1]', '[::ffff:127.0.0.1]'];
  for (const [place, port] of [...ports, mesh.databasePort ?? 0].entries()) {
    const host = hosts[place % hosts.length];
    const refusals = [await subscribeTo(`http://${host}:${port}/healthz`), await addBot(`http://${host}:${port}/`)];
    for (const { status, body } of refusals)
      expect([port, host, status, body.code]).toEqual([port, host, 422, 'url_not_allowed']);
  }
});

it('says in the refusal how the operator allows calls to this machine', async () => {
  const strict = await startMesh();
  try {
    const ada = await newUser(strict.url, 'Ada');
    const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
    const target = 'http://localhost:8080/';
    const refused = await ada.customer.call('POST', `/${project._id}/subscriptions`, {
      event: 'message.create',
      target,
    });
    expect([refused.status, refused.body.msg]).toEqual([
      422,
      expect.stringContaining('OUTBOUND_ALLOW=localhost npm start'),
    ]);
  } finally {
    await strict.stop();
  }
}, 60_000);
