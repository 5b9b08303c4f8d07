import { type RequestRow, topicNames } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { SocketClient } from './client.ts';
import { type Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

let mesh: SharedMesh;
const clients: SocketClient[] = [];

beforeAll(async () => {
  mesh = await sharedMesh();
}, 120_000);
afterEach(() => {
  for (const client of clients.splice(0)) client.stop();
});

interface Person {
  customer: Customer;
  token: string;
}

async function shop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId: string = project._id;
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  return { ada, vera, projectId };
}

async function page({ customer }: Person, path: string) {
  const { status, body, headers } = await customer.call('GET', `${path}?view=row&status=all`);
  expect(status).toBe(200);
  return { rows: body.requests as RequestRow[], cursor: headers.get('parley-cursor') ?? '' };
}

function follow({ token }: Person, projectId: string, cursor: string): SocketClient {
  const topic = topicNames.inbox(projectId);
  const client = new SocketClient(mesh.url, token, [topic], { [topic]: cursor });
  clients.push(client);
  client.connect();
  return client;
}

const shown = (rows: Iterable<RequestRow>) =>
  [...rows].map(({ read: _read, ...row }) => row).sort((a, b) => (a._id < b._id ? -1 : 1));

it('keeps a page up to date from its cursor, for agents and visitors, whose lines break after every frame', async () => {
  const { ada, vera, projectId } = await shop();
  const [ofAda, ofVera] = [await page(ada, `/${projectId}/requests`), await page(vera, `/${projectId}/requests/me`)];
  const [agent, visitor] = [follow(ada, projectId, ofAda.cursor), follow(vera, projectId, ofVera.cursor)];
  for (const client of [agent, visitor]) client.cutAlways();

  const requests = Array.from({ length: 4 }, () => newRequestId(projectId));
  for (let n = 0; n < 24; n++) {
    const { customer } = n >= 4 && n % 3 === 2 ? ada : vera;
    const { status } = await customer.call('POST', `/${projectId}/requests/${requests[n % 4]}/messages`, {
      text: `${n}`,
    });
    expect(status).toBe(200);
  }
  await ada.customer.call('PUT', `/${projectId}/requests/${requests[0]}/close`);

  const [forAda, forVera] = [await page(ada, `/${projectId}/requests`), await page(vera, `/${projectId}/requests/me`)];
  expect(forAda.rows).toHaveLength(4);
  await eventually(() => expect(shown(agent.known.rows.values())).toEqual(shown(forAda.rows)));
  await eventually(() => expect(shown(visitor.known.rows.values())).toEqual(shown(forVera.rows)));
  expect([...agent.errors, ...visitor.errors]).toEqual([]);
});

it('sends a person’s read position to their own sockets', async () => {
  const { ada, vera, projectId } = await shop();
  const request = newRequestId(projectId);
  await vera.customer.call('POST', `/${projectId}/requests/${request}/messages`, { text: 'Hello' });
  const { cursor } = await page(ada, `/${projectId}/requests`);
  const [desk, phone, visitor] = [ada, ada, vera].map((who) => follow(who, projectId, cursor));

  const { status, body } = await ada.customer.call('PUT', `/${projectId}/requests/${request}/read`, { upto: 1 });
  expect(status).toBe(200);
  for (const client of [desk, phone]) await eventually(() => expect(client?.known.reads).toEqual([body]));
  await vera.customer.call('POST', `/${projectId}/requests/${request}/messages`, { text: 'Are you there?' });
  await eventually(() => expect([...(visitor?.known.rows.values() ?? [])].at(-1)?.messages.in).toBe(2));
  expect(visitor?.known.reads).toEqual([]);
  const [row] = (await page(ada, `/${projectId}/requests`)).rows;
  expect(row?.read).toEqual({ upto: 1, unread: 1, mentioned: false });
});

it('tells of a message in a request that no one follows, and counts it, within a second', async () => {
  const { ada, vera, projectId } = await shop();
  const { cursor } = await page(ada, `/${projectId}/requests`);
  const client = follow(ada, projectId, cursor);
  const say = (request: string) =>
    vera.customer.call('POST', `/${projectId}/requests/${request}/messages`, { text: request });
  const counters = async () => (await ada.customer.call('GET', `/${projectId}/requests/counters`)).body.views;
  const [first, second] = [newRequestId(projectId), newRequestId(projectId)];
  await say(first);
  await eventually(() => expect(client.known.rows.size).toBe(1));
  expect(await counters()).toMatchObject({ all: { open: 1 } });

  const patience = { timeoutMs: 1_000 };
  const heard = eventually(
    () => expect([...client.known.rows.values()].map(({ first_text }) => first_text)).toContain(second),
    patience,
  );
  const counted = eventually(async () => expect(await counters()).toMatchObject({ all: { open: 2 } }), patience);
  await Promise.all([say(second), heard, counted]);
});
