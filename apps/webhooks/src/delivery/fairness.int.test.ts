import { newId } from '@parley/service-kit';
import { eventually } from '@parley/testkit';

import { Desk, requestOf } from '../../test/webhooks.ts';

const desk = new Desk();
beforeAll(() => desk.start({ env: { WEBHOOK_CALL_TIMEOUT: '15s' } }));
afterAll(() => desk.stop());

it('calls a target that hangs ten times at once, and others meanwhile', async () => {
  const slow = await desk.subscribed('event.emit', () => undefined);
  const { receiver: quick } = await desk.subscribed('event.emit.cart.filled', undefined, slow.people);
  const { projectId } = slow.people;
  await desk.publish(...Array.from({ length: 40 }, () => desk.emitted(projectId)));
  await eventually(() => expect(quick.calls).toHaveLength(40), { timeoutMs: 10_000 });
  expect(slow.receiver.calls).toHaveLength(10);
  // Frees those that hang.
  slow.receiver.stop();
  await slow.owner.deleteSubscription({ subscription_id: slow.id });
});

it('makes no more than fifty calls at once to one host, whoever subscribed them', async () => {
  const { people, receiver, owner, id } = await desk.subscribed('event.emit', () => undefined);
  const ids = [id];
  for (let nth = 1; nth < 7; nth += 1) {
    const { body } = await owner.createSubscription({ event: 'event.emit', target: `${receiver.url}/${nth}` });
    ids.push(body.id);
  }
  await desk.publish(...Array.from({ length: 10 }, () => desk.emitted(people.projectId)));
  await eventually(() => expect(receiver.calls).toHaveLength(50), { timeoutMs: 10_000 });
  await eventually(async () => {
    const [row] = await desk.service.db.query<{ waiting: number }>(
      `select count(*)::int as waiting from delivery where state = 'pending' and holder is null and id_subscription = any($1)`,
      [ids],
    );
    expect(row?.waiting).toBe(20);
  });
  expect(receiver.calls).toHaveLength(50);
  for (const subscription_id of ids) await owner.deleteSubscription({ subscription_id });
  receiver.stop();
});

it('tells of each message as it was, whatever has happened since', async () => {
  const { people, receiver, list } = await desk.subscribed('message.create');
  const { projectId } = people;
  const request = requestOf(projectId);
  const at = desk.now().toISOString();
  const messages = Array.from({ length: 30 }, (_, nth) => {
    const id = newId();
    const message = {
      ...{ _id: id, id, __v: 0, id_project: projectId, createdAt: at, updatedAt: at, createdBy: 'guest', seq: nth + 1 },
      ...{ sender: 'guest', senderFullname: 'Vera', recipient: request.request_id, text: `text ${nth}`, type: 'text' },
      ...{ attributes: {}, status: 150, channel: { name: 'chat21' }, channel_type: 'group', audience: 'all' },
    };
    const data = { request: { ...request, __v: nth }, message, isFirst: nth === 0, fromRequester: true };
    return desk.event(projectId, 'message.created', data, { partitionkey: request._id });
  });
  await desk.tell(...messages);
  const told = receiver.calls.map(({ body: { payload } }) => [payload.seq, payload.text, payload.request.__v]);
  expect(told).toEqual(Array.from({ length: 30 }, (_, nth) => [nth + 1, `text ${nth}`, nth]));
  expect(new Set((await list()).map(({ eventId }) => eventId)).size).toBe(30);
});
