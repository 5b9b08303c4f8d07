import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { eventually } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import type { AllInOne } from '../src/service.ts';
import { Customer, newRequestId, newUser, newVisitor, startMesh } from './mesh.ts';

interface Call {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a receiver reads bodies without our types.
  body: any;
}

let mesh: AllInOne;
let server: Server;
let target: string;
const calls: Call[] = [];
/** What a receiver does with a call, by the path of its target. */
const doings = new Map<string, (call: Call) => Promise<void>>();

beforeAll(async () => {
  mesh = await startMesh({ OUTBOUND_ALLOW: '127.0.0.1' });
  server = createServer(async (req, res) => {
    const text = Buffer.concat(await req.toArray()).toString();
    const call = { path: req.url ?? '', headers: req.headers, text, body: JSON.parse(text) };
    calls.push(call);
    await doings.get(call.path)?.(call);
    res.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}, 60_000);
afterAll(async () => {
  server?.close();
  await mesh?.stop();
});

const callsTo = (path: string) => calls.filter((call) => call.path === path);

async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId = project._id as string;
  const subscribe = async (event: string, path: string) => {
    const { body } = await ada.customer.call('POST', `/${projectId}/subscriptions`, { event, target: target + path });
    return body as { _id: string; secret: string };
  };
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const requestId = newRequestId(projectId);
  const say = (text: string) => vera.customer.call('POST', `/${projectId}/requests/${requestId}/messages`, { text });
  return { ada, vera, projectId, requestId, subscribe, say };
}

it('tells a receiver who calls back, with a token that reaches conversations and nothing else', async () => {
  const { ada, vera, projectId, requestId, subscribe, say } = await newShop();
  const { _id, secret } = await subscribe('message.create', '/one');
  await subscribe('request.create', '/two');
  await say('hello');
  await eventually(() => expect([callsTo('/one').length, callsTo('/two').length]).toEqual([1, 1]));

  const [call] = callsTo('/one');
  expect(new Webhook(secret).verify(call?.text ?? '', call?.headers as Record<string, string>)).toEqual(call?.body);
  expect(call?.body.payload).toMatchObject({
    text: 'hello',
    seq: 1,
    audience: 'all',
    request: { request_id: requestId },
  });
  expect(callsTo('/two')[0]?.body.payload).toMatchObject({ request_id: requestId, first_text: 'hello' });

  const caller = new Customer(mesh.url, `JWT ${call?.body.token}`);
  expect((await caller.call('GET', `/${projectId}/requests/${requestId}`)).status).toBe(200);
  expect((await caller.call('GET', `/${projectId}/leads`)).status).toBe(200);
  const message = { text: 'From the shop', sender: vera.id };
  expect((await caller.call('POST', `/${projectId}/requests/${requestId}/messages`, message)).status).toBe(200);
  const other = await newShop();
  const refused = ['subscriptions', 'project_users', 'bots', 'segments', 'activities', 'analytics/requests/count'];
  for (const path of [...refused.map((one) => `/${projectId}/${one}`), `/${other.projectId}/requests`])
    expect([path, (await caller.call('GET', path)).status]).toEqual([path, 403]);

  await ada.customer.call('PUT', `/${projectId}/subscriptions/${_id}`, { status: 'disabled' });
  await eventually(
    async () => expect((await caller.call('GET', `/${projectId}/requests/${requestId}`)).status).toBe(401),
    { timeoutMs: 10_000 },
  );
});

it('ends a receiver that answers itself at the eighth link of the chain', async () => {
  const { ada, vera, projectId, requestId, subscribe, say } = await newShop();
  const { _id } = await subscribe('message.create', '/echo');
  doings.set('/echo', async ({ body }) => {
    const caller = new Customer(mesh.url, `JWT ${body.token}`);
    await caller.call('POST', `/${projectId}/requests/${requestId}/messages`, { text: 'echo', sender: vera.id });
  });
  await say('hello');

  const states = async () => {
    const { body } = await ada.customer.call('GET', `/${projectId}/subscriptions/${_id}/deliveries?limit=200`);
    return (body.deliveries as { state: string }[]).map(({ state }) => state).toSorted();
  };
  await eventually(async () => expect(await states()).toEqual([...Array(8).fill('delivered'), 'suppressed']), {
    timeoutMs: 20_000,
  });
  const { body: messages } = await ada.customer.call('GET', `/${projectId}/requests/${requestId}/messages?limit=200`);
  expect((messages as { text: string }[]).filter(({ text }) => text === 'echo')).toHaveLength(8);
});

it('fires an update once for a call, and the event of its own name besides', async () => {
  const { ada, projectId, requestId, subscribe, say } = await newShop();
  await say('hello');
  await mesh.settled();
  await subscribe('request.update', '/update');
  await subscribe('request.note_added', '/note');
  await ada.customer.call('POST', `/${projectId}/requests/${requestId}/notes`, { text: 'Call back' });
  await eventually(() => expect([callsTo('/update').length, callsTo('/note').length]).toEqual([1, 1]));
  expect(callsTo('/note')[0]?.body.payload).toMatchObject({ note: { text: 'Call back' } });
});
