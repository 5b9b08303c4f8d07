import { newId } from '@parley/service-kit/call';
import { type Endpoint, eventually, type GotCall } from '@parley/testkit';
import { Webhook } from 'standardwebhooks';

import { hour, WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
const minute = 60_000;
beforeAll(() => harness.start());
afterEach(() => {
  harness.workspaceIsDown = false;
});
afterAll(() => harness.stop());

const status =
  (code: number, headers: Record<string, string> = {}): Endpoint['answering'] =>
  (res) =>
    res.writeHead(code, headers).end();

function verifies(secret: string, { text, headers }: Pick<GotCall, 'text' | 'headers'>): boolean {
  try {
    new Webhook(secret).verify(text, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

const claimsOf = ({ body }: GotCall) => JSON.parse(Buffer.from(body.token.split('.')[1], 'base64url').toString());

it('delivers an event once, signed, with a callback token', async () => {
  const { people, receiver, id, secret, list } = await harness.subscribed('event.emit.Cart.Filled');
  const event = harness.emitted(people.projectId, { items: 3 }, { depth: 2 });
  await harness.publishAndSettle(event, event);

  const [call] = receiver.calls;
  const [delivery] = await list();
  expect(receiver.calls).toHaveLength(1);
  const { timestamp, payload, hook, token, ...more } = call?.body ?? {};
  expect(more).toEqual({});
  expect(timestamp).toBe(Date.parse(event.time));
  expect(payload).toMatchObject({ name: 'cart.filled', attributes: { items: 3 } });
  expect(hook).toMatchObject({ _id: id, event: 'event.emit.Cart.Filled', target: receiver.url, global: false });
  expect(call?.headers).toMatchObject({
    ...{ 'content-type': 'application/json', 'user-agent': expect.stringMatching(/^parley-webhooks\//) },
    ...{ 'webhook-id': delivery?._id, 'parley-event': event.id, 'parley-attempt': '1' },
  });
  expect(JSON.stringify([call?.headers, call?.text])).not.toContain(secret.slice('whsec_'.length));
  expect(call && verifies(secret, call)).toBe(true);
  const claims = call && claimsOf(call);
  expect(claims).toMatchObject({ _id: id, id_project: people.projectId, event: event.id, depth: 2 });
  expect(claims.exp - Date.now() / 1_000).toBeGreaterThan(890);
  expect(token).toEqual(expect.any(String));
  expect(delivery).toMatchObject({ state: 'delivered', attempts: 1, lastStatus: 200, eventId: event.id });
});

it('signs with both secrets while a rotation overlaps, and with the new one alone after it', async () => {
  const { people, owner, receiver, id, secret: old } = await harness.subscribed('event.emit');
  const { body: rotated } = await owner.rotateSubscriptionSecret({ subscription_id: id, overlapHours: 1 });
  await harness.publishAndSettle(harness.emitted(people.projectId));
  const { body: again } = await owner.rotateSubscriptionSecret({ subscription_id: id, overlapHours: 0 });
  await harness.publishAndSettle(harness.emitted(people.projectId));

  const signedBy = (call: GotCall | undefined) =>
    [old, rotated.secret, again.secret].map((one) => call !== undefined && verifies(one, call));
  expect(receiver.calls.map(signedBy)).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
  expect(rotated.previousSecretExpiresAt).toBeDefined();
  expect(again).not.toHaveProperty('previousSecretExpiresAt');
  const [call] = receiver.calls;
  const changed = (name: string, value: string) => ({ ...call?.headers, [name]: value });
  for (const headers of [
    changed('webhook-id', newId()),
    changed('webhook-timestamp', String(Number(call?.headers['webhook-timestamp']) - 1)),
  ])
    expect(verifies(old, { text: call?.text ?? '', headers })).toBe(false);
  expect(verifies(old, { text: `${call?.text} `, headers: call?.headers ?? {} })).toBe(false);
});

it('limits tests of a target to six a minute, and does not record them', async () => {
  const { owner, receiver, id: subscription_id, secret, list } = await harness.subscribed('event.emit');
  const { body } = await owner.testSubscription({ subscription_id });
  expect(body).toEqual({ ok: true, status: 200, durationMs: expect.any(Number) });
  expect(receiver.calls[0]?.body.payload.name).toBe('parley.test');
  expect(receiver.calls[0] && verifies(secret, receiver.calls[0])).toBe(true);
  receiver.answering = status(404);
  expect((await owner.testSubscription({ subscription_id })).body).toMatchObject({
    ok: false,
    status: 404,
    error: 'status',
  });
  for (let nth = 3; nth <= 6; nth += 1) await owner.testSubscription({ subscription_id });
  expect((await owner.testSubscription({ subscription_id })).body.code).toBe('rate_limited');
  expect(await list()).toEqual([]);
});

it('sends no token where none is wanted, and waits for one without spending attempts', async () => {
  const { people, owner, receiver, id, list } = await harness.subscribed('event.emit');
  harness.workspaceIsDown = true;
  await harness.publishAndSettle(harness.emitted(people.projectId));
  expect([receiver.calls.length, (await list())[0]?.attempts]).toEqual([0, 0]);
  await owner.updateSubscription({ subscription_id: id, send_token: false });
  await harness.publishAndSettle(harness.emitted(people.projectId));
  harness.workspaceIsDown = false;
  await harness.pass(minute);

  expect(receiver.calls).toHaveLength(2);
  expect(receiver.calls.map(({ body }) => 'token' in body)).toEqual([false, false]);
  expect((await list()).map(({ attempts, state }) => [attempts, state])).toEqual(Array(2).fill([1, 'delivered']));
});

it('sends nothing to a disabled subscription, and keeps its deliveries for replay', async () => {
  const { people, owner, receiver, id: subscription_id, list } = await harness.subscribed('event.emit');
  await owner.updateSubscription({ subscription_id, status: 'disabled' });
  await harness.publishAndSettle(harness.emitted(people.projectId));
  const [{ _id: delivery_id = '' } = {}] = await list();
  expect((await list()).map(({ state }) => state)).toEqual(['skipped']);
  expect((await owner.replayDelivery({ subscription_id, delivery_id })).body.code).toBe('subscription_disabled');

  await owner.updateSubscription({ subscription_id, status: 'active' });
  const replayed = await owner.replayDelivery({ subscription_id, delivery_id });
  expect(replayed.body).toMatchObject({ _id: delivery_id, state: 'pending' });
  await harness.service.settled();
  await owner.replayDelivery({ subscription_id, delivery_id });
  await harness.service.settled();
  expect(receiver.ids).toEqual([delivery_id, delivery_id]);
  const [first, second] = receiver.calls.map(({ body: { token: _token, ...rest } }) => rest);
  expect(first).toEqual(second);
});

it.each([
  ['is redirected', status(301, { location: 'https://example.com/' }), 'status', 301],
  ['is refused', status(500), 'status', 500],
  ['is hung up on', (res) => res.destroy(), 'connect', undefined],
  ['never gets an answer', () => undefined, 'timeout', undefined],
  ['gets too much', (res) => void res.writeHead(200).end('x'.repeat(70_000)), 'too_large', 200],
] satisfies [string, Endpoint['answering'], string, number | undefined][])(
  'counts a call that %s as failed, and tries again',
  async (_what, answering, error, code) => {
    const { people, owner, receiver, id: subscription_id, list } = await harness.subscribed('event.emit', answering);
    await harness.publishAndSettle(harness.emitted(people.projectId));
    const [delivery] = await list();
    expect(delivery).toMatchObject({ state: 'pending', attempts: 1, lastError: error });
    expect(delivery?.lastStatus).toBe(code);

    receiver.answering = (res, { headers }) => res.end(`got ${headers['webhook-id']}`);
    await harness.pass(6_000);
    expect((await list())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(new Set(receiver.ids).size).toBe(1);
    expect(receiver.calls.map(({ headers }) => headers['parley-attempt'])).toEqual(['1', '2']);
    const { body } = await owner.getDelivery({ subscription_id, delivery_id: delivery?._id ?? '' });
    expect(body.log).toMatchObject([
      { n: 1, error },
      { n: 2, status: 200, responseBody: `got ${delivery?._id}` },
    ]);
    expect(body.body).not.toHaveProperty('token');
    expect((await owner.listSubscriptionHistory({})).body.map(({ err }) => err)).toEqual([undefined, error]);
  },
);

it('disables a subscription whose receiver answers 410', async () => {
  const { people, receiver, get, list } = await harness.subscribed('event.emit', status(410));
  const key = newId();
  await harness.publishAndSettle(
    ...Array.from({ length: 3 }, () => harness.emitted(people.projectId, {}, { partitionkey: key })),
  );

  expect(await get()).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  expect((await list()).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped']);
  expect(receiver.calls).toHaveLength(1);
});

it('makes the first attempts of a record in order, and those of other records concurrently', async () => {
  const waiting: (() => void)[] = [];
  const { people, receiver } = await harness.subscribed('event.emit', (res) => void waiting.push(() => res.end()));
  const [one, other] = [newId(), newId()];
  const nth = (number: number, partitionkey: string) => harness.emitted(people.projectId, { number }, { partitionkey });
  await harness.publish(nth(1, one), nth(2, one), nth(3, other), nth(4, one));
  const numbers = () => receiver.calls.map(({ body }) => body.payload.attributes.number);
  const telling = harness.service.settled();
  await eventually(() => expect(numbers().toSorted()).toEqual([1, 3]));
  receiver.answering = (res) => res.end();
  for (const end of waiting.splice(0)) end();
  await telling;
  expect(numbers().filter((number) => number !== 3)).toEqual([1, 2, 4]);
});

it('makes no call beyond the maximum causation depth', async () => {
  const { people, receiver, list } = await harness.subscribed('event.emit');
  await harness.publishAndSettle(
    harness.emitted(people.projectId, {}, { depth: 8 }),
    harness.emitted(people.projectId, {}, { depth: 7 }),
  );
  expect(receiver.calls).toHaveLength(1);
  expect((await list()).map(({ state }) => state).toSorted()).toEqual(['delivered', 'suppressed']);
});

it('does not store tokens or secrets that a receiver echoes', async () => {
  const { people, owner, id: subscription_id, secret, list } = await harness.subscribed('event.emit');
  const [receiver] = harness.receivers.slice(-1);
  if (receiver)
    receiver.answering = (res, { text }) => res.writeHead(200, { 'x-echo': secret }).end(`${text}${secret}`);
  await harness.publishAndSettle(harness.emitted(people.projectId));
  const [{ _id: delivery_id = '' } = {}] = await list();
  const { body } = await owner.getDelivery({ subscription_id, delivery_id });
  const token = receiver?.calls[0]?.body.token as string;
  const shown = JSON.stringify([body, (await owner.listSubscriptionHistory({})).body]);
  const stored = JSON.stringify(await harness.service.db.query('select * from attempt'));
  for (const text of [shown, stored]) {
    expect(text).not.toContain(token);
    expect(text).not.toContain(secret);
  }
  expect(body.log[0]?.responseBody).toContain('***');
});

it('calls no internal address, even one stored earlier', async () => {
  const { people, receiver, id, list } = await harness.subscribed('event.emit');
  const { port } = new URL(receiver.url);
  const hosts = ['127.0.0.2', '0x7f.2', '[::ffff:127.0.0.2]', '[64:ff9b::7f00:2]', '0', 'localhost.', 'u:p@127.0.0.1'];
  for (const host of hosts) {
    const target = `https://${host}:${port}/`;
    await harness.service.db.query('update subscription set target = $2 where id = $1', [id, target]);
    await harness.publishAndSettle(harness.emitted(people.projectId));
  }
  expect((await list()).map(({ lastError }) => lastError)).toEqual(hosts.map(() => 'url_not_allowed'));
  expect(receiver.connections).toBe(0);
});

it('lists deliveries by state, event and time, page by page', async () => {
  const { people, owner, id: subscription_id } = await harness.subscribed('event.emit');
  const [before, from] = [-1, 0].map((ms) => new Date(harness.now().getTime() + ms).toISOString());
  for (let nth = 0; nth < 5; nth += 1) await harness.publishAndSettle(harness.emitted(people.projectId, { nth }));
  const page = await owner.listDeliveries({
    subscription_id,
    limit: '2',
    state: 'delivered',
    event: 'Event.Emit',
    from,
  });
  expect(page.body).toMatchObject({ perPage: 2, count: 5, deliveries: [{ event: 'event.emit' }, {}] });
  expect(page.headers.link).toContain('rel="next"');
  expect((await owner.listDeliveries({ subscription_id, to: before })).body.count).toBe(0);
  expect((await owner.listDeliveries({ subscription_id, state: 'failed' })).body.deliveries).toEqual([]);
  expect(await owner.listDeliveries({ subscription_id, stat: 'failed' } as never)).toMatchObject({
    ...{ status: 422, body: { errors: [{ param: 'stat', location: 'query', msg: 'Unknown name' }] } },
  });
});

it('removes deliveries older than thirty days', async () => {
  const { people, list } = await harness.subscribed('event.emit');
  await harness.publishAndSettle(harness.emitted(people.projectId));
  await harness.pass(31 * 24 * hour);
  await harness.service.runJob('forget-deliveries');
  expect(await list()).toEqual([]);
});
