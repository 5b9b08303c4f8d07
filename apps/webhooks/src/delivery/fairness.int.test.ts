import { amountOf, eventually } from '@parley/testkit';

import { requestOf, WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start({ env: { WEBHOOK_CALL_TIMEOUT: '15s' } }));
afterAll(() => harness.stop());

const backlog = amountOf({ quick: 200, soak: 1_000 });
const beside = amountOf({ quick: 10, soak: 40 });

it('limits a hanging target to ten concurrent calls, and calls others meanwhile, whatever its backlog', async () => {
  const slow = await harness.subscribed('event.emit.to.slow', () => undefined);
  const { receiver: quick } = await harness.subscribed('event.emit.to.quick', undefined, slow.people);
  const { projectId } = slow.people;
  const emitted = (name: string) => harness.emitted(projectId, {}, {}, name);
  await harness.publish(...Array.from({ length: backlog }, () => emitted('to.slow')));
  await eventually(() => expect(slow.receiver.calls).toHaveLength(10), { timeoutMs: 10_000 });
  await eventually(
    async () => {
      const waiting = 'select count(*)::int as count from delivery where id_subscription = $1';
      expect(await harness.service.db.query(waiting, [slow.id])).toEqual([{ count: backlog }]);
    },
    { timeoutMs: 20_000, everyMs: 100 },
  );

  for (let nth = 1; nth <= beside; nth += 1) {
    await harness.publish(emitted('to.quick'));
    await eventually(() => expect(quick.calls).toHaveLength(nth));
  }
  // None of the slow calls had to finish first.
  expect(slow.receiver.calls).toHaveLength(10);
  expect(await slow.list({ state: 'delivered' })).toEqual([]);
  // Releases the hanging calls.
  slow.receiver.stop();
  await slow.owner.deleteSubscription({ subscription_id: slow.id });
});

it('makes no more than fifty concurrent calls to one host, across subscriptions', async () => {
  const { people, receiver, owner, id } = await harness.subscribed('event.emit', () => undefined);
  const ids = [id];
  for (let nth = 1; nth < 7; nth += 1) {
    const { body } = await owner.createSubscription({ event: 'event.emit', target: `${receiver.url}/${nth}` });
    ids.push(body.id);
  }
  await harness.publish(...Array.from({ length: 10 }, () => harness.emitted(people.projectId)));
  await eventually(() => expect(receiver.calls).toHaveLength(50), { timeoutMs: 10_000 });
  await eventually(async () => {
    const [row] = await harness.service.db.query<{ waiting: number }>(
      `select count(*)::int as waiting from delivery where state = 'pending' and holder is null and id_subscription = any($1)`,
      [ids],
    );
    expect(row?.waiting).toBe(20);
  });
  expect(receiver.calls).toHaveLength(50);
  for (const subscription_id of ids) await owner.deleteSubscription({ subscription_id });
  receiver.stop();
});

it('delivers each message as it was, whatever has happened since', async () => {
  const { people, receiver } = await harness.subscribed('message.create');
  const { projectId } = people;
  const request = requestOf(projectId);
  const messages = Array.from({ length: 300 }, (_, nth) => harness.messageCreated({ ...request, __v: nth }, nth + 1));
  await harness.publishAndSettle(...messages);
  // At the rate limit of one record.
  for (let minutes = 0; minutes < 3; minutes += 1) await harness.pass(61_000);
  const payloads = receiver.calls.map(({ body: { payload } }) => [payload.seq, payload.text, payload.request.__v]);
  expect(payloads).toEqual(Array.from({ length: 300 }, (_, nth) => [nth + 1, `text ${nth + 1}`, nth]));
  expect(new Set(receiver.ids).size).toBe(300);
});
