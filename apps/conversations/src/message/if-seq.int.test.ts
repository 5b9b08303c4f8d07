import type { Actor } from '@parley/contracts';
import { amountOf } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

async function conversation() {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan, available: false });
  });
  const request_id = await harness.conversation(project);
  const { ada } = project.personas;
  const last = async (who: Actor = ada) => (await service.as(who).listMessages({ request_id })).body.at(-1)?.seq ?? 0;
  const send = (who: Actor, seq: number | undefined, text = 'An answer', replica = service) =>
    replica.as(who).sendMessage({ request_id, text }, seq === undefined ? {} : { headers: { 'If-Seq': String(seq) } });
  return { project, request_id, last, send, ...project.personas };
}

it('lets one of two agents answer who have read the same, and names that one to the other', async () => {
  const { last, send, linus, alan } = await conversation();
  for (let round = 0; round < amountOf({ quick: 20, soak: 200, full: 1_000 }); round++) {
    const seq = await last();
    const answers = await Promise.all([send(linus, seq), send(alan, seq, 'Another', other)]);
    expect([round, answers.map(({ status }) => status).toSorted()]).toEqual([round, [200, 409]]);
    const [winner, loser] = answers[0]?.status === 200 ? [linus, 1] : [alan, 0];
    expect(answers[loser]?.body).toMatchObject({
      code: 'newer_messages',
      last_seq: seq + 1,
      by: [{ sender: winner.id, senderFullname: winner.name, seq: seq + 1 }],
    });
    expect(await last()).toBe(seq + 1);
  }
}, 300_000);

it('never follows an unread message of another, however many write', async () => {
  const { request_id, last, send, project, ada, grace, linus, alan, vera } = await conversation();
  const seq = await last();
  const writers = [linus, alan, ada, grace, project.addMember({ available: false })];
  await harness.syncReadModels(project);
  /** Every sixth one is the customer's. */
  const writer = (place: number) => writers[place % 6];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, place) => {
      const agent = writer(place);
      if (!agent) return send(vera, undefined, 'And me');
      return send(agent, seq, `By ${place}`, place % 2 ? other : service);
    }),
  );
  const { body: messages } = await service.as(ada).listMessages({ request_id });
  for (const [place, { status, body }] of answers.entries()) {
    if (status !== 200 || !writer(place)) continue;
    const own = (body as unknown as { seq: number }).seq;
    const before = messages.filter((one) => one.seq > seq && one.seq < own);
    expect(before.filter(({ sender }) => sender !== writer(place)?.id)).toEqual([]);
  }
  expect(answers.filter(({ status }) => status === 409).length).toBeGreaterThan(0);
});

it('is refused by no service line, no message of one’s own, and none that one may not see', async () => {
  const { request_id, last, send, linus, ada, alan, vera } = await conversation();
  const seq = await last();
  expect((await send(linus, seq)).status).toBe(200);
  expect((await send(linus, seq, 'More')).status).toBe(200);
  const now = await last();
  await service.as(ada).addParticipant({ request_id, member: alan.id });
  expect((await send(linus, now, 'After a line')).status).toBe(200);
  const read = await last(vera);
  await service.as(linus).sendMessage({ request_id, text: 'Psst', attributes: { subtype: 'private' } });
  expect((await send(vera, read, 'Not mine to read')).status).toBe(200);
});

it('guards notes, batches and macros, and tells strangers nothing', async () => {
  const { project, request_id, last, linus, ada, vera, send } = await conversation();
  const seq = await last();
  await send(vera, undefined, 'Wait');
  const headers = { 'If-Seq': String(seq) };
  const { body: macro } = await service
    .as(ada)
    .createMacro({}, { body: { name: 'x', visibility: 'shared', actions: [{ type: 'add_note', text: 'x' }] } });
  const as = service.as(linus);
  const refused = [
    await as.addNote({ request_id, text: 'x' }, { headers }),
    await as.sendMessages({ request_id }, { body: [{ text: 'x' }], headers }),
    await as.runMacro({ request_id, macro_id: macro._id }, { headers }),
  ];
  expect(refused.map(({ status, body }) => [status, (body as unknown as { code: string }).code])).toEqual(
    Array(3).fill([409, 'newer_messages']),
  );
  expect((await as.addNote({ request_id, text: 'x' }, { headers: { 'If-Seq': String(seq + 1) } })).status).toBe(200);
  expect(await send(linus, undefined)).toMatchObject({ status: 200 });
  expect(await as.addNote({ request_id, text: 'x' }, { headers: { 'If-Seq': 'x' } })).toMatchObject({
    status: 400,
    body: { code: 'header_malformed' },
  });
  const hidden = newRequestId(project.projectId);
  await service.as(ada).createRequest({ request_id: hidden, first_text: 'Hello', participants: [ada.id] });
  const stranger = await as.addNote({ request_id: hidden, text: 'x' }, { headers: { 'If-Seq': '0' } });
  expect(stranger).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
});
