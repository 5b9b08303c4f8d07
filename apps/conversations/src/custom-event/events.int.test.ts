import { eventEmitted, topicNames } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

it('keeps an event for an hour, announces it, and lists it for the team alone', async () => {
  const { personas } = await harness.project();
  const { ada, vera } = personas;
  const { status, body } = await service.as(vera).emitEvent({ name: 'cart.filled', attributes: { items: 3 } });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    ...{ name: 'cart.filled', attributes: { items: 3 }, status: 'stardard', createdBy: vera.id, __v: 0 },
    project_user: vera.teammateId,
  });
  await service.as(ada).emitEvent({ name: 'other' });

  const { body: page } = await service.as(ada).listEvents({ name: 'cart.filled' });
  expect(page).toEqual({ perPage: 40, count: 1, events: [body] });
  expect((await service.as(ada).listEvents({ project_user: vera.teammateId })).body.count).toBe(1);
  const { body: newest, headers } = await service.as(ada).listEvents({ limit: 1 });
  expect([newest.count, newest.events[0]?.name, headers.link]).toEqual([2, 'other', expect.stringContaining('next')]);
  expect((await service.as(ada).getEvent({ event_id: body._id })).body).toEqual(body);
  expect((await service.as(vera).listEvents()).body.code).toBe('role_too_low');
  const [announced] = (await service.outbox(eventEmitted, ada.projectId)).filter(
    ({ subject }) => subject === `event/${body._id}`,
  );
  expect(announced?.data.event).toEqual(body);

  await service.db.query(`update custom_event set created_at = created_at - interval '1 hour' where id_project = $1`, [
    personas.projectId,
  ]);
  expect((await service.as(ada).getEvent({ event_id: body._id })).body.code).toBe('event_not_found');
  expect((await service.as(ada).listEvents()).body.count).toBe(0);
  await service.runJob('forgetEvents');
  expect(await service.db.query('select from custom_event where id_project = $1', [personas.projectId])).toEqual([]);
});

it('refuses reserved names, and a guest who emits more than 60 a minute', async () => {
  const { personas } = await harness.project();
  for (const name of ['request.created', 'parley.test', '', ' ', 'x'.repeat(201), 7]) {
    expect((await service.as(personas.ada).emitEvent({ name })).body.errors?.[0]?.param).toBe('name');
  }
  for (let n = 0; n < 60; n++) await service.as(personas.vera).emitEvent({ name: 'tick' });
  const { status, body } = await service.as(personas.vera).emitEvent({ name: 'tick' });
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect((await service.as(personas.ada).emitEvent({ name: 'tick' })).status).toBe(200);
});

it('sends typing to followers of the request, and stores nothing of it', async () => {
  const project = await harness.project();
  const { ada, vera, victor } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  const topic = topicNames.typing(project.projectId, request_id);
  const follower = await harness.follow(ada, topic);

  const typing = { name: 'typing.start', attributes: { request_id } };
  expect((await service.as(vera).emitEvent(typing)).status).toBe(200);
  await service.as(vera).emitEvent(typing);
  await eventually(() => expect(follower.frames).toHaveLength(1));
  expect(follower.frames[0]?.message).toEqual({ user_id: vera.id, fullname: 'Vera', typing: true });
  expect((await service.as(victor).emitEvent(typing)).body.code).toBe('request_not_found');
  const unknown = { ...typing, attributes: { request_id: `support-group-${newId()}-1` } };
  expect((await service.as(vera).emitEvent(unknown)).body.code).toBe('request_not_found');
  expect(await service.db.query('select from custom_event where id_project = $1', [project.projectId])).toEqual([]);
});
