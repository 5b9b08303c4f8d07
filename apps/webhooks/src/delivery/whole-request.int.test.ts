import type { RequestInEvent } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';

import { requestOf, thinOf, WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start());
afterEach(() => {
  harness.conversationsIsDown = false;
});
afterAll(() => harness.stop());

const minute = 60_000;
const note = (text: string) => ({ _id: newId(), text, attributes: {}, createdBy: 'ada', createdAt: at, updatedAt: at });
const at = new Date().toISOString();

/** The answer of `GetRequestFor`: with the members that events omit. */
function store(request: RequestInEvent): void {
  const snapshot = { ...request.snapshot, agents: [{ _id: 'a', id_user: 'u' }] };
  harness.requests.set(request.request_id, { ...request, snapshot, transcript: 'Hello' });
}

it.each([
  ...['message.create', 'message.created', 'Message.Create.Channel.chat21'],
  'message.create.request.channel.chat21',
])('delivers a message with its full request, though the event carries a part of it: %s', async (name) => {
  const { people, receiver } = await harness.subscribed(name);
  const request = requestOf(people.projectId, {
    ...{ __v: 3, tags: [], notes: [note('VIP')], attributes: { cart: 3 } },
    ...{
      department: { _id: 'd1', name: 'Sales', hasBot: false },
      lead: { _id: 'l1', lead_id: 'guest', fullname: 'Vera' },
    },
  });
  store(request);
  const whole = harness.messageCreated(request, 1, { metadata: { width: 1 } });
  const data = { ...(whole.data as object), request: thinOf(request) };
  await harness.publishAndSettle(whole, { ...whole, id: newId(), sequence: '9'.repeat(20), data });

  const [one, other] = receiver.calls.map(({ text }) => text.replace(/,"token":.*/, ''));
  expect(JSON.parse(`${one}}`).payload.request).toEqual(request);
  expect(other).toBe(one);
});

it('waits for the request of a message without spending attempts, and sends the same in every attempt', async () => {
  const {
    people,
    receiver,
    owner,
    id: subscription_id,
    list,
  } = await harness.subscribed('message.create', (res) => res.writeHead(receiver.calls.length < 3 ? 500 : 200).end());
  const request = requestOf(people.projectId, { __v: 3 });
  store(request);
  harness.conversationsIsDown = true;
  await harness.publishAndSettle(
    harness.messageCreated(thinOf(request), 1),
    harness.messageCreated(thinOf(request), 2),
  );
  expect([receiver.calls.length, (await list()).map(({ attempts, state }) => `${state} ${attempts}`)]).toEqual([
    0,
    ['pending 0', 'pending 0'],
  ]);

  harness.conversationsIsDown = false;
  store({ ...request, __v: 4, language: 'it' });
  await harness.pass(minute);
  store({ ...request, __v: 5, language: 'fr' });
  await harness.pass(10 * minute);
  await harness.pass(60 * minute);

  const byDelivery = Map.groupBy(receiver.calls, ({ headers }) => String(headers['webhook-id']));
  expect([...byDelivery.values()].map(([first]) => first?.body.payload.seq)).toEqual([1, 2]);
  for (const calls of byDelivery.values()) {
    const sent = calls.map(({ body: { payload, hook } }) => JSON.stringify({ payload, hook }));
    expect(new Set(sent).size).toBe(1);
    expect(calls[0]?.body.payload.request).toMatchObject({ __v: 4, language: 'it' });
  }
  expect(receiver.calls.length).toBeGreaterThan(byDelivery.size);
  const [{ _id: delivery_id = '' } = {}] = await list();
  const kept = await owner.getDelivery({ subscription_id, delivery_id });
  expect(kept.body.body).toMatchObject({ payload: { request: { __v: 4, language: 'it' } } });
});

it('delivers the request of the event when the request has been deleted', async () => {
  const { people, receiver } = await harness.subscribed('message.create');
  const request = requestOf(people.projectId);
  await harness.publishAndSettle(harness.messageCreated(thinOf(request)));
  expect(receiver.calls.map(({ body }) => body.payload)).toEqual([
    expect.objectContaining({ text: 'text 1', request: thinOf(request) }),
  ]);
});

it('omits what exceeds the size limit, and lists it', async () => {
  const { people, receiver } = await harness.subscribed('message.create');
  const request = requestOf(people.projectId);
  store({ ...request, notes: [note('x'.repeat(5_000_000))], attributes: { cart: 3 } });
  await harness.publishAndSettle(harness.messageCreated(thinOf(request)));
  const { text = '', body } = receiver.calls[0] ?? {};
  expect(Buffer.byteLength(text)).toBeLessThan(512_000);
  const { notes: _left, ...rest } = request;
  expect(body?.payload).toMatchObject({ omitted: ['request.notes'], request: { ...rest, attributes: { cart: 3 } } });
  expect(body?.payload.request).not.toHaveProperty('notes');
});

it('completes the deliveries of a disabled subscription when they are replayed', async () => {
  const { people, owner, receiver, id: subscription_id, list } = await harness.subscribed('message.create');
  await owner.updateSubscription({ subscription_id, status: 'disabled' });
  const request = requestOf(people.projectId);
  store(request);
  await harness.publishAndSettle(harness.messageCreated(thinOf(request)));
  await owner.updateSubscription({ subscription_id, status: 'active' });
  const [{ _id: delivery_id = '' } = {}] = await list();
  await owner.replayDelivery({ subscription_id, delivery_id });
  await harness.service.settled();
  expect(receiver.calls.map(({ body }) => body.payload.request)).toEqual([request]);
});
