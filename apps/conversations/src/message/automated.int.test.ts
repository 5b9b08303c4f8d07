import { type Actor, messageCreated } from '@parley/contracts';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});

it('stores and shows what a machine has written, and lets it move nothing', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus, ada, robby } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  await service.as(linus).sendMessage({ request_id, text: 'Good day' });
  const state = async () => {
    const { body } = await service.as(ada).getRequest({ request_id });
    const { status, waiting_for, last_requester_at, last_team_at } = body as unknown as Record<string, unknown>;
    return { status, waiting_for, last_requester_at, last_team_at };
  };
  const send = (who: Actor, more: object) =>
    service.as(who).sendMessage({ request_id, text: 'I am out of office', sender: vera.id, automated: true, ...more });

  const before = await state();
  expect(before.waiting_for).toBe('requester');
  const sent = await send(robby, {});
  expect(sent.body).toMatchObject({ automated: true, audience: 'all', sender: vera.id });
  expect(await state()).toEqual(before);

  await service.as(ada).closeRequest({ request_id });
  const closed = await state();
  expect((await send(robby, {})).status).toBe(200);
  expect(await state()).toEqual(closed);

  // The word of people does not count: they are no connectors.
  expect((await send(vera, {})).body).not.toHaveProperty('automated');
  expect(await state()).toMatchObject({ waiting_for: 'team' });
  const events = (await service.outbox(messageCreated, project.projectId)).map(({ data }) => data.message);
  const said = events.filter(({ text }) => text === 'I am out of office');
  expect(said.map(({ automated }) => automated)).toEqual([true, true, undefined]);
});
