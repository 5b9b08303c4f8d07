import { type Actor, messageStatusChanged } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let project: TestProject;
let request_id: string;
let vera: Actor;
let linus: Actor;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

/** Vera has written 1 and 2, linus 3 and 4, of which 4 is private. */
beforeEach(async () => {
  project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  ({ vera, linus } = project.personas);
  request_id = newRequestId(project.projectId);
  for (const text of ['one', 'two']) await service.as(vera).sendMessage({ request_id, text });
  await service.as(linus).sendMessage({ request_id, text: 'three' });
  await service.as(linus).sendMessage({ request_id, text: 'four', attributes: { subtype: 'private' } });
});

async function messages() {
  const { body } = await service.as(linus).listMessages({ request_id });
  return body;
}
const statuses = async () => (await messages()).map(({ status }) => status);
async function acknowledge(who: Actor, seq: number, status: unknown) {
  const message = (await messages()).find((one) => one.seq === seq);
  return service.as(who).acknowledgeMessage({ request_id, message_id: message?._id, status });
}
async function announced() {
  return (await service.outbox(messageStatusChanged, project.projectId)).map(({ data }) => data);
}

it('rises when the other side reports, once, and never falls', async () => {
  expect((await acknowledge(vera, 3, 300)).body).toMatchObject({ seq: 3, status: 300, __v: 1 });
  expect((await acknowledge(vera, 3, 250)).body).toMatchObject({ status: 300, __v: 1 });
  expect((await acknowledge(vera, 3, 300)).body).toMatchObject({ status: 300, __v: 1 });
  expect((await acknowledge(linus, 1, 250)).body).toMatchObject({ status: 250 });
  expect((await acknowledge(linus, 1, 300)).body).toMatchObject({ status: 300, __v: 2 });

  expect(await statuses()).toEqual([300, 200, 300, 200]);
  expect(await announced()).toMatchObject([
    { message: { recipient: request_id, seq: 3 }, from: 200, to: 300, by: vera.id },
    { message: { seq: 1 }, from: 200, to: 250, by: linus.id },
    { message: { seq: 1 }, from: 250, to: 300, by: linus.id },
  ]);
});

it('does not move for one’s own messages, nor for an actor on neither side', async () => {
  const { ada, robby } = project.personas;
  for (const who of [vera, ada, robby]) expect(await acknowledge(who, 1, 300)).toMatchObject({ status: 200 });
  for (const who of [linus, ada, robby]) expect(await acknowledge(who, 3, 300)).toMatchObject({ status: 200 });

  expect((await service.as(ada).acknowledgeMessages({ request_id, status: 300, upto: 4 })).body).toEqual({
    updated: 0,
    upto: 4,
  });
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await announced()).toEqual([]);
});

it('rises up to a seq on the other side alone, announced as one range', async () => {
  const upto = (who: Actor, seq: number, status = 300) =>
    service.as(who).acknowledgeMessages({ request_id, status, upto: seq });

  expect((await upto(linus, 1)).body).toEqual({ updated: 1, upto: 1 });
  expect((await upto(linus, 99)).body).toEqual({ updated: 1, upto: 99 });
  expect((await upto(vera, 99, 250)).body).toEqual({ updated: 1, upto: 99 });
  expect((await upto(linus, 99)).body).toEqual({ updated: 0, upto: 99 });

  // She never received the private one.
  expect(await statuses()).toEqual([300, 300, 250, 200]);
  expect(await announced()).toMatchObject([
    { upto: 1, to: 300, request_id },
    { upto: 99, to: 300 },
    { upto: 99, to: 250, by: vera.id },
  ]);
});

it('cannot be changed by strangers, nor for a message that the actor cannot see', async () => {
  const stranger = project.personas.victor;
  expect((await acknowledge(stranger, 3, 300)).body.code).toBe('request_not_found');
  expect((await service.as(stranger).acknowledgeMessages({ request_id, status: 300, upto: 9 })).status).toBe(404);
  expect((await acknowledge(vera, 4, 300)).body.code).toBe('message_not_found');
  for (const message_id of ['x', 'f'.repeat(24)]) {
    const answer = await service.as(vera).acknowledgeMessage({ request_id, message_id, status: 300 });
    expect(answer.body.code).toBe('message_not_found');
  }
  const elsewhere = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id: elsewhere, text: 'other' });
  const [third] = (await messages()).slice(2);
  const wrong = await service
    .as(vera)
    .acknowledgeMessage({ request_id: elsewhere, message_id: third?._id, status: 300 });
  expect(wrong.body.code).toBe('message_not_found');
});

it('accepts no other value', async () => {
  for (const status of [0, 100, 200, 301, -100, '300', null, undefined]) {
    expect((await acknowledge(vera, 3, status)).status).toBe(422);
    expect((await service.as(vera).acknowledgeMessages({ request_id, status, upto: 3 })).status).toBe(422);
  }
  for (const upto of [-1, 1.5, 'x', undefined, 3_000_000_000]) {
    expect((await service.as(vera).acknowledgeMessages({ request_id, status: 300, upto })).status).toBe(422);
  }
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

it('rises once under concurrent reports, while others write', async () => {
  const reports = Array.from({ length: 10 }, () => acknowledge(vera, 3, 300));
  const writers = Array.from({ length: 10 }, () => service.as(linus).sendMessage({ request_id, text: 'x' }));
  const answers = await Promise.all([...reports, ...writers]);

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await announced()).toHaveLength(1);
  expect((await messages()).map(({ seq }) => seq)).toEqual(Array.from({ length: 14 }, (_, place) => place + 1));
});
