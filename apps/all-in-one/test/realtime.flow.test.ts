import { setTimeout as delay } from 'node:timers/promises';
import { amountOf, type Draw, drawer, eventually } from '@parley/testkit';
import { WebSocket } from 'ws';

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

/** A shop with its owner, an agent and a visitor who has begun a conversation. */
async function shop() {
  const ada = await newUser(mesh.url, 'Ada');
  const linus = await newUser(mesh.url, 'Linus');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId: string = project._id;
  const invite = { email: linus.email, role: 'agent', user_available: true };
  const { body: teammate } = await ada.customer.call('POST', `/${projectId}/project_users/invite`, invite);
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = newRequestId(projectId);
  const { status } = await vera.customer.call('POST', `/${projectId}/requests/${request}/messages`, { text: 'Hello' });
  expect(status).toBe(200);
  return { ada, linus, vera, projectId, request, teammate };
}

function client(token: string, topics: string[]): SocketClient {
  const made = new SocketClient(mesh.url, token, topics);
  clients.push(made);
  made.connect();
  return made;
}

async function messagesOf(customer: Customer, projectId: string, request: string) {
  const { body } = await customer.call('GET', `/${projectId}/requests/${request}/messages`);
  return (body as { seq: number; _id: string; status: number }[]).map(({ seq, _id, status }) => [seq, _id, status]);
}

async function requestOf(customer: Customer, projectId: string, request: string) {
  return (await customer.call('GET', `/${projectId}/requests/${request}`)).body;
}

/** More of them, or one again: `REALTIME_RUNS=100 REALTIME_SEED=7`. */
const runs = Number(process.env.REALTIME_RUNS ?? amountOf({ quick: 1, soak: 6 }));
const firstSeed = Number(process.env.REALTIME_SEED ?? 1);
const steps = 40;

describe('a client whose line is cut at random', () => {
  let place: Awaited<ReturnType<typeof shop>>;
  beforeAll(async () => {
    place = await shop();
  });

  it.each(Array.from({ length: runs }, (_, run) => firstSeed + run))(
    'ends with the state of the database and receives nothing twice (seed %i)',
    async (seed) => {
      const { ada, vera, projectId } = place;
      const draw = drawer(seed);
      const request = newRequestId(projectId);
      const path = `/${projectId}/requests/${request}`;
      await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
      const topics = [`${path}/messages`, `/${projectId}/requests`];
      const [agent, visitor] = [client(ada.token, topics), client(vera.token, topics)];
      let isTalking = true;
      const cutting = [agent, visitor].map(async (one) => {
        while (isTalking) {
          await delay(20 + draw(150));
          one.cut();
        }
      });
      for (let step = 0; step < steps; step++) await change(place, path, draw);
      isTalking = false;
      await Promise.all(cutting);

      for (const [one, person] of [
        [agent, ada],
        [visitor, vera],
      ] as const) {
        await endsAs(one, person, { projectId, request });
      }
    },
    90_000,
  );

  /** The client knows what is stored, got no frame twice, and was cut. */
  async function endsAs(
    one: SocketClient,
    person: { customer: Customer },
    { projectId, request }: { projectId: string; request: string },
  ): Promise<void> {
    const stored = await messagesOf(person.customer, projectId, request);
    const record = await requestOf(place.ada.customer, projectId, request);
    await eventually(
      () => {
        const { messages, requests } = one.known;
        const known = [...messages.values()].map(({ seq, _id, status }) => [seq, _id, status]);
        expect(known.toSorted(bySeq)).toEqual(stored);
        // A run may never have given it a subject.
        const { __v, subject } = requests.get(record._id) ?? {};
        expect({ __v, subject }).toEqual({ __v: record.__v, subject: record.subject });
      },
      { timeoutMs: 15_000 },
    );
    expect(one.repeated).toEqual([]);
    expect(one.errors).toEqual([]);
    expect(one.codes).not.toEqual([]);
  }

  it('ends so, too, where it is cut after every single frame', async () => {
    const { ada, vera, projectId } = place;
    const request = newRequestId(projectId);
    const path = `/${projectId}/requests/${request}`;
    await vera.customer.call('POST', `${path}/messages`, { text: 'Hello' });
    const agent = client(ada.token, [`${path}/messages`, `/${projectId}/requests`]);
    await eventually(() => expect(agent.known.messages.size).toBeGreaterThan(0));
    agent.cutAlways();
    for (const text of ['one', 'two', 'three', 'four']) {
      await ada.customer.call('POST', `${path}/messages`, { text });
    }
    await ada.customer.call('PATCH', path, { subject: 'Cut' });
    const { body } = await vera.customer.call('PUT', `${path}/messages/status`, { status: 300, upto: 99 });
    expect(body.updated).toBeGreaterThanOrEqual(4);

    await endsAs(agent, ada, { projectId, request });
  });

  /** One of what happens in a conversation; a part of it is not for the visitor. */
  async function change(at: typeof place, path: string, draw: Draw): Promise<void> {
    const { ada, vera } = at;
    const words = [`${draw(1_000)}`, 'x'.repeat(draw(20_000) + 1)][draw(2)];
    const calls = [
      () => vera.customer.call('POST', `${path}/messages`, { text: words }),
      () => ada.customer.call('POST', `${path}/messages`, { text: words }),
      () => ada.customer.call('POST', `${path}/messages`, { text: words, attributes: { subtype: 'private' } }),
      () => vera.customer.call('PUT', `${path}/messages/status`, { status: 300, upto: draw(steps) + 1 }),
      () => ada.customer.call('PUT', `${path}/messages/status`, { status: 250, upto: draw(steps) + 1 }),
      () => ada.customer.call('PATCH', path, { subject: `Subject ${draw(1_000)}` }),
      () => ada.customer.call('POST', `${path}/notes`, { text: words?.slice(0, 100) }),
    ];
    const answer = await calls[draw(calls.length)]?.();
    expect(answer?.status).toBe(200);
  }
});

const bySeq = ([one]: unknown[], [other]: unknown[]) => Number(one) - Number(other);

it('closes the socket of a revoked token and of a removed teammate within five seconds', async () => {
  const { ada, linus, vera, projectId, request, teammate } = await shop();
  const topics = [`/${projectId}/requests`];
  const [agent, visitor] = [client(linus.token, topics), client(vera.token, topics)];
  await eventually(() => {
    expect(visitor.known.requests.size).toBe(1);
    expect(agent.errors).toEqual([]);
  });

  await ada.customer.call('DELETE', `/${projectId}/project_users/${teammate._id}`);
  await eventually(() => expect(agent.codes).toContain(4401));
  const { status } = await vera.customer.call('POST', '/auth/signout');
  expect(status).toBe(200);
  await eventually(() => expect(visitor.codes).toContain(4401));
  // A revoked token opens none.
  await eventually(() => expect(visitor.codes.filter((code) => code === 4401).length).toBeGreaterThan(1));

  // They may connect, for they have their account; what they followed is refused.
  await eventually(() => expect(agent.errors).toContain('subscription_refused'));
  const before = JSON.stringify([...agent.known.requests.values()]);
  await ada.customer.call('PATCH', `/${projectId}/requests/${request}`, { subject: 'Not for them' });
  await mesh.settled();
  expect(JSON.stringify([...agent.known.requests.values()])).toBe(before);
});

it('knows a messaging token, and lets no token in the address open anything else', async () => {
  const { vera, projectId, request } = await shop();
  const { body } = await vera.customer.call('POST', '/chat21/native/auth/createCustomToken');
  const visitor = client(body.token, [`/${projectId}/requests/${request}/messages`]);
  await eventually(() => expect(visitor.known.messages.size).toBeGreaterThan(0));

  const url = `${mesh.url}/v3/${projectId}/requests/me?token=${encodeURIComponent(vera.token)}`;
  expect((await fetch(url)).status).toBe(401);
  const other = new WebSocket(`${mesh.url.replace('http', 'ws')}/v3/elsewhere?token=${encodeURIComponent(vera.token)}`);
  const refused = new Promise((resolve) => other.once('unexpected-response', (_req, res) => resolve(res.statusCode)));
  other.on('error', () => undefined);
  expect(await refused).toBe(404);
});

it('informs a client that does not read why it was cut off, as soon as it reads again', async () => {
  const { ada, vera, projectId, request } = await shop();
  const path = `/${projectId}/requests/${request}/messages`;
  const agent = client(ada.token, [path]);
  const visitor = client(vera.token, [path]);
  await eventually(() => expect(agent.known.messages.size).toBeGreaterThan(0));

  const long = { text: 'long', attributes: { note: 'x'.repeat(60_000) } };
  const patience = { timeoutMs: 20_000 };
  const heard = ({ known }: SocketClient, count: number) => known.messages.size > count;
  // More than all buffers on the way take, which is the machine's affair: a client that comes through with all of it is sent twice as much.
  let sent = 0;
  for (let times = 1; agent.codes.length === 0; times *= 2) {
    agent.pause();
    // What one caller may have under way.
    for (let nth = 0; nth < times; nth += 1, sent += 250) {
      const answers = await Promise.all(Array.from({ length: 250 }, () => vera.customer.call('POST', path, long)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
    // Who reads has got all of them by then.
    const all = sent;
    await eventually(() => heard(visitor, all), patience);
    agent.resume();
    await eventually(() => heard(agent, all), patience);
  }
  expect(agent.codes).toEqual([4413]);
}, 120_000);

it('shows who types and who is present', async () => {
  const { ada, vera, projectId, request } = await shop();
  const heard: unknown[] = [];
  const socket = new WebSocket(`${mesh.url.replace('http', 'ws')}/v3/ws`, { headers: { authorization: ada.token } });
  socket.on('message', (data) => heard.push(JSON.parse(data.toString())));
  await new Promise((resolve) => socket.once('open', resolve));
  const topic = `/${projectId}/requests/${request}/typing`;
  socket.send(JSON.stringify({ action: 'subscribe', payload: { topic } }));
  const visitor = client(vera.token, []);
  await eventually(() => {
    visitor.send('publish', { topic, message: { typing: true } });
    const record = { user_id: vera.id, fullname: expect.any(String), typing: true };
    expect(heard).toContainEqual({ action: 'publish', payload: { topic, method: 'CREATE', message: record } });
  });
  await eventually(async () => {
    const { body } = await ada.customer.call('GET', `/${projectId}/project_users`);
    expect(body.find((one: { id_user: { _id: string } }) => one.id_user?._id === ada.id)?.presence?.status).toBe(
      'online',
    );
  });
  socket.terminate();
});
