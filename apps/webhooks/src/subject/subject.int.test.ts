import { SubjectServiceService } from '@parley/proto-gen/subject/v1/subject';
import { WebhooksServiceService } from '@parley/proto-gen/webhooks/v1/webhooks';
import { newId } from '@parley/service-kit/call';
import { client } from '@parley/service-kit/grpc';
import { collect } from '@parley/testkit';

import { requestOf, WebhooksHarness } from '../../test/webhooks-harness.ts';

const harness = new WebhooksHarness();
beforeAll(() => harness.start());
afterAll(() => harness.stop());

function clientOf<Definition extends object>(definition: Definition, from: 'contacts' | 'gateway') {
  const { addresses, env } = harness.service;
  const actorKey = new Uint8Array(Buffer.from(env.ACTOR_KEY ?? '', 'base64url'));
  return client(definition, { address: addresses.grpc, from, to: 'webhooks', actorKey });
}

it('erases the data of one person only; late events restore nothing', async () => {
  const contacts = clientOf(SubjectServiceService, 'contacts');
  const { people, owner, id, list } = await harness.subscribed('request.create', (res) =>
    res.writeHead(500).end('sappho'),
  );
  const { projectId } = people;
  const [request, other] = [
    requestOf(projectId, { first_text: 'sappho' }),
    requestOf(projectId, { first_text: 'alcaeus' }),
  ];
  const created = (one: typeof request) =>
    harness.event(projectId, 'request.created', { request: one }, { partitionkey: one._id });
  const late = created(request);
  await harness.publishAndSettle(created(request), created(other));

  const subject = { idProject: projectId, lead: newId(), leadId: 'guest', requests: [request._id] };
  expect(await collect(contacts.export({ subject }))).toEqual([]);
  expect((await contacts.count({ subject })).remaining).toMatchObject({ deliveries: 1 });
  expect((await contacts.erase({ subject })).erased).toMatchObject({ deliveries: 1 });
  expect((await contacts.count({ subject })).remaining).toMatchObject({ deliveries: 0 });
  expect((await contacts.erase({ subject })).erased).toMatchObject({ deliveries: 0 });
  await harness.publishAndSettle(late);
  contacts.close();

  const deliveries = await list();
  expect(deliveries.map(({ state }) => state).toSorted()).toEqual(['erased', 'pending']);
  const erased = deliveries.find(({ state }) => state === 'erased');
  const replay = await owner.replayDelivery({ subscription_id: id, delivery_id: erased?._id ?? '' });
  expect([replay.status, replay.body.code]).toEqual([409, 'delivery_erased']);
  for (const table of ['delivery', 'attempt']) {
    const rows = await harness.service.db.query(`select * from ${table} where id_subscription = $1`, [id]);
    const held = rows.filter((row) => (row.id_delivery ?? row.id) === erased?._id);
    expect([held.length, JSON.stringify(held).includes('sappho')]).toEqual([1, false]);
  }
});

it('ends with its project: its tokens become invalid, and later events are not delivered', async () => {
  const gateway = clientOf(WebhooksServiceService, 'gateway');
  const { people, owner, receiver, id } = await harness.subscribed('event.emit');
  const { projectId: idProject } = people;
  const { body: ending } = await owner.createSubscription({ event: 'project.delete', target: receiver.url });
  const isActive = async (one: string) => (await gateway.checkSubscription({ idProject, id: one })).active;
  expect([await isActive(id), await isActive(newId())]).toEqual([true, false]);

  await harness.service.context.projects.end(idProject, harness.now());
  await harness.publishAndSettle(harness.emitted(idProject));
  expect([await isActive(id), await isActive(ending.id)]).toEqual([false, false]);
  expect(receiver.calls).toEqual([]);
  gateway.close();

  await harness.pass(31 * 86_400_000);
  await harness.service.runJob('erase-projects');
  for (const table of ['subscription', 'lane', 'delivery', 'ended_project'])
    expect(await harness.service.db.query(`select from ${table} where id_project = $1`, [idProject])).toEqual([]);
});
