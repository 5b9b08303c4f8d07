import { Endpoint, eventually, type GotCall } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { Customer, newRequestId, newUser, newVisitor } from './mesh.ts';
import { type SharedMesh, sharedMesh } from './shared-mesh.ts';

/** What a receiver does with a call before it answers. */
type Doing = (body: GotCall['body']) => Promise<unknown>;

let mesh: SharedMesh;
const receivers: Endpoint[] = [];

beforeAll(async () => {
  mesh = await sharedMesh();
}, 60_000);
afterAll(async () => {
  for (const receiver of receivers) receiver.stop();
});

/** A project with a request, and receivers that its owner subscribes. */
async function newShop() {
  const ada = await newUser(mesh.url, 'Ada');
  const { body: project } = await ada.customer.call('POST', '/projects', { name: 'Shop' });
  const projectId = project._id as string;
  const at = `/${projectId}`;
  const vera = await newVisitor(mesh.url, projectId, 'Vera');
  const request = `${at}/requests/${newRequestId(projectId)}`;
  const say = (text: string) => vera.customer.call('POST', `${request}/messages`, { text });

  const subscribe = async (event: string, doing?: Doing) => {
    const receiver = await new Endpoint().start();
    receivers.push(receiver);
    if (doing) receiver.answering = (res, { body }) => void doing(body).finally(() => res.end('{}'));
    const { body } = await ada.customer.call('POST', `${at}/subscriptions`, { event, target: receiver.url });
    const { _id: id, secret } = body as { _id: string; secret: string };
    const deliveries = async () => {
      const list = await ada.customer.call('GET', `${at}/subscriptions/${id}/deliveries?limit=200`);
      return list.body.deliveries as { state: string; loopSuspected?: true; nextAttemptAt?: string }[];
    };
    const states = async () => (await deliveries()).map(({ state }) => state).toSorted();
    return { receiver, id, secret, deliveries, states };
  };
  return { ada, vera, projectId, at, request, subscribe, say };
}

/** An attacker who has got hold of the token of a call. */
const callerWith = ({ token }: GotCall['body']) => new Customer(mesh.url, `JWT ${token}`);

it('calls a receiver that calls back, with a token that reaches conversations and nothing else', async () => {
  const { ada, vera, at, request, subscribe, say } = await newShop();
  const one = await subscribe('message.create');
  const two = await subscribe('request.create');
  await say('hello');
  await eventually(() => expect([one.receiver.calls.length, two.receiver.calls.length]).toEqual([1, 1]));

  const [call] = one.receiver.calls;
  expect(new Webhook(one.secret).verify(call?.text ?? '', call?.headers as Record<string, string>)).toEqual(call?.body);
  const { payload, token } = call?.body ?? {};
  expect(payload).toMatchObject({ text: 'hello', seq: 1, audience: 'all' });
  expect(`${at}/requests/${payload.request.request_id}`).toBe(request);
  expect(two.receiver.calls[0]?.body.payload).toMatchObject({ _id: payload.request._id, first_text: 'hello' });
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  expect(exp - iat).toBeLessThanOrEqual(900);

  const caller = callerWith(call?.body);
  expect((await caller.call('GET', request)).status).toBe(200);
  expect((await caller.call('GET', `${at}/leads`)).status).toBe(200);
  const message = { text: 'From the shop', sender: vera.id };
  expect((await caller.call('POST', `${request}/messages`, message)).status).toBe(200);
  const other = await newShop();
  const refused = ['subscriptions', 'project_users', 'bots', 'segments', 'activities', 'analytics/requests/count'];
  for (const path of [...refused.map((word) => `${at}/${word}`), `${other.at}/requests`])
    expect([path, (await caller.call('GET', path)).status]).toEqual([path, 403]);

  const later = callerWith(two.receiver.calls[0]?.body);
  expect((await later.call('GET', request)).status).toBe(200);
  await ada.customer.call('PUT', `${at}/subscriptions/${one.id}`, { status: 'disabled' });
  await ada.customer.call('DELETE', `${at}/subscriptions/${two.id}`);
  await eventually(
    async () => {
      for (const each of [caller, later]) expect((await each.call('GET', request)).status).toBe(401);
    },
    // Five seconds, and the time of the question itself.
    { timeoutMs: 6_000 },
  );
});

it('ends a receiver that answers itself at the eighth link of the chain', async () => {
  const { ada, vera, request, subscribe, say } = await newShop();
  const { states } = await subscribe('message.create', (body) =>
    callerWith(body).call('POST', `${request}/messages`, { text: 'echo', sender: vera.id }),
  );
  await say('hello');

  await eventually(async () => expect(await states()).toEqual([...Array(8).fill('delivered'), 'suppressed']), {
    timeoutMs: 20_000,
  });
  const { body: messages } = await ada.customer.call('GET', `${request}/messages?limit=200`);
  expect((messages as { text: string }[]).filter(({ text }) => text === 'echo')).toHaveLength(8);
});

it('ends two receivers that undo what the other one does', async () => {
  const { ada, request, subscribe, say } = await newShop();
  await say('hello');
  const member = ada.id;
  const added = await subscribe('request.follower_added', (body) =>
    callerWith(body).call('DELETE', `${request}/followers/${member}`),
  );
  const removed = await subscribe('request.follower_removed', (body) =>
    callerWith(body).call('POST', `${request}/followers`, { member }),
  );
  await ada.customer.call('POST', `${request}/followers`, { member });

  await eventually(
    async () => {
      expect(await added.states()).toEqual([...Array(4).fill('delivered'), 'suppressed']);
      expect(await removed.states()).toEqual(Array(4).fill('delivered'));
    },
    { timeoutMs: 20_000 },
  );
  await mesh.settled();
  // The last one to change it was the second receiver, and that is stored.
  const { body } = await ada.customer.call('GET', request);
  expect(body.followers).toHaveLength(1);
  expect([added.receiver.calls.length, removed.receiver.calls.length]).toEqual([4, 4]);
});

it('ends a receiver that answers every message of a bot, and the bot with it', async () => {
  const { ada, vera, at, request, subscribe, say } = await newShop();
  const { body: bot } = await ada.customer.call('POST', `${at}/bots`, { name: 'Robby', template: 'example' });
  const { body: departments } = await ada.customer.call('GET', `${at}/departments`);
  await ada.customer.call('PUT', `${at}/departments/${departments[0]._id}`, { id_bot: bot._id });
  const { states, receiver } = await subscribe('message.create', async (body) => {
    if (body.payload.sender !== `bot_${bot._id}`) return;
    await callerWith(body).call('POST', `${request}/messages`, { text: 'Hello', sender: vera.id });
  });
  await say('Hello');

  // By turns: the visitor, the bot, the receiver in her name, the bot again.
  await eventually(async () => expect(await states()).toEqual([...Array(8).fill('delivered'), 'suppressed']), {
    timeoutMs: 20_000,
  });
  await mesh.settled();
  const { body: messages } = await ada.customer.call('GET', `${request}/messages?limit=200`);
  const senders = (messages as { sender: string }[]).map(({ sender }) => sender).filter((one) => one !== 'system');
  expect(senders).toEqual(Array.from({ length: 9 }, (_, nth) => (nth % 2 === 0 ? vera.id : `bot_${bot._id}`)));
  expect(receiver.calls).toHaveLength(8);
});

it('holds a receiver that answers itself as a person to 120 a minute, and says so', async () => {
  const { ada, request, subscribe, say } = await newShop();
  await say('hello');
  await mesh.settled();
  const begun = Date.now();
  const { receiver, deliveries } = await subscribe('message.create', () =>
    ada.customer.call('POST', `${request}/messages`, { text: 'echo' }),
  );
  await ada.customer.call('POST', `${request}/messages`, { text: 'echo' });

  await eventually(async () => expect(await deliveries()).toHaveLength(121), { timeoutMs: 20_000, everyMs: 200 });
  const held = (await deliveries()).filter(({ loopSuspected }) => loopSuspected);
  expect(held).toMatchObject([{ state: 'pending' }]);
  expect(Date.parse(held[0]?.nextAttemptAt ?? '')).toBeGreaterThanOrEqual(begun + 60_000);
  expect(receiver.calls).toHaveLength(120);
}, 40_000);

it('fires an update once for a call that assigns, adds a participant and tags, and the events of its parts besides', async () => {
  const { ada, at, request, subscribe, say } = await newShop();
  const beAvailable = (user_available: boolean) => ada.customer.call('PUT', `${at}/project_users`, { user_available });
  await beAvailable(false);
  await say('hello');
  await ada.customer.call('PUT', `${request}/close`);
  await beAvailable(true);
  await mesh.settled();
  const names = ['request.update', 'request.assigned', 'request.participant_joined', 'request.reopened'];
  const subscribed = await Promise.all(names.map((name) => subscribe(name)));
  const counts = () => subscribed.map(({ receiver }) => receiver.calls.length);

  await ada.customer.call('PATCH', request, { status: 100, tags: ['vip'] });
  await mesh.settled();
  expect(counts()).toEqual([1, 1, 1, 1]);
  const [update, assigned] = subscribed.map(({ receiver }) => receiver.calls[0]?.body.payload);
  expect(update).toMatchObject({ status: 200, participants: [ada.id], tags: [{ tag: 'vip' }] });
  expect(assigned).toMatchObject({ assigneeId: ada.id });

  await ada.customer.call('PATCH', request, { tags: ['vip', 'late'], subject: 'Order', priority: 'high' });
  await mesh.settled();
  expect(counts()).toEqual([2, 1, 1, 1]);
});
