import { type Actor, requestUpdated } from '@parley/contracts';
import { actor } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { seen } from '../../test/seen.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const hourMs = 3_600_000;

/** A request of vera, whose channel a program carries. */
async function carried() {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const request_id = await harness.conversation(project);
  const { robby } = project.personas;
  const state = async (channel_window: object | null, who: Actor = robby) =>
    service.as(who).updateRequest({ request_id }, { body: { channel_window } });
  const say = async (who: Actor, more: object = {}) =>
    service.as(who).sendMessage({ request_id }, { body: { text: 'Free text', ...more } });
  return { project, request_id, state, say, now: () => seen(service, project, request_id), ...project.personas };
}

it('refuses free text of people and bots once it is closed, and nothing else', async () => {
  const { state, say, now, project, request_id, linus, robby, vera } = await carried();
  const window = { closes_at: inMs(hourMs), templates_only: true };
  expect(await state(window)).toMatchObject({ status: 200, body: { channel_window: window } });
  expect((await say(linus)).status).toBe(200);

  await state({ closes_at: inMs(-1), templates_only: true });
  for (const who of [linus, robby]) {
    const { status, body } = await say(who);
    expect([status, body]).toMatchObject([409, { code: 'channel_window_closed', templates_only: true }]);
  }
  const several = await service.as(linus).sendMessages({ request_id }, { body: [{ text: 'One' }, { text: 'Two' }] });
  expect([several.status, several.body]).toMatchObject([409, { code: 'channel_window_closed' }]);
  const { body: messages } = await service.as(linus).listMessages({ request_id });
  expect(messages.filter(({ text }) => text !== 'Hello')).toHaveLength(1);

  const template = { attributes: { template: { name: 'order_shipped' } } };
  expect((await say(linus, template)).status).toBe(200);
  expect((await say(linus, { attributes: { subtype: 'private' } })).status).toBe(200);
  expect((await say(vera)).status).toBe(200);
  expect((await say(robby, { sender: vera.id })).status).toBe(200);
  expect((await now()).channel_window).toMatchObject({ templates_only: true });

  await state({ closes_at: inMs(-1), templates_only: false });
  expect((await say(linus, template)).body).toMatchObject({ code: 'channel_window_closed', templates_only: false });
  await state(null);
  expect((await say(linus)).status).toBe(200);
  expect(await now()).not.toHaveProperty('channel_window');
  const updates = await service.outbox(requestUpdated, project.projectId);
  expect(updates.filter(({ data }) => data.changes.includes('channel_window'))).toHaveLength(4);
});

it.each([
  ['closed from the first, with templates alone', { templates_only: true }, 409],
  ['open without an end', { templates_only: false }, 200],
])('is %s, where no time is said', async (_, window, status) => {
  const { state, say, linus } = await carried();
  await state(window);
  expect((await say(linus)).status).toBe(status);
});

it('is said by connectors alone', async () => {
  const { state, linus, ada, project, now } = await carried();
  const window = { templates_only: true };
  for (const who of [linus, ada]) {
    const refused = await state(window, who);
    expect([refused.status, refused.body]).toMatchObject([403, { code: 'connectors_only' }]);
  }
  const machine = actor({ kind: 'token', projectId: project.projectId, role: 'admin' });
  expect((await state(window, machine)).status).toBe(200);
  const faulty = await state({ closes_at: 'tomorrow' }, machine);
  expect(faulty.status).toBe(422);
  expect((await now()).channel_window).toEqual(window);
});
