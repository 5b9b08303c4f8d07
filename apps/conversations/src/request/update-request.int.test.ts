import { type RequestRecord, requestDeleted } from '@parley/contracts';
import { actor } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;
beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

/** A request of vera that linus serves. */
async function served() {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan, available: false });
  });
  const request_id = newRequestId(project.projectId);
  const { body } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, id: body.request._id, ...project.personas };
}

const typesOf = async (id: string) => (await eventsOf(service, id)).map(({ type }) => type);

describe('a patch', () => {
  it('writes the named fields, once, and publishes what has changed', async () => {
    const { request_id, id, linus, victor } = await served();
    const { body: elsewhere } = await service.as(victor).createRequest({ first_text: 'Hello' });
    const location = { country: 'Italy', city: 'Lecce', ipAddress: '203.0.113.7' };
    const patch = {
      first_text: 'Where is my order?',
      subject: 'Order',
      language: 'it',
      sourcePage: 'https://shop.example',
      location,
      priority: 'high',
      smartAssignment: false,
      workingStatus: 'waiting',
      channelName: 'email',
      lead: elsewhere.requester_id,
      rating: 0,
      rating_message: 'Slow',
    };
    const before = (await typesOf(id)).length;

    const { body } = await service.as(linus).updateRequest({ request_id, ...patch });

    const { channelName: _name, lead: _lead, ...shown } = patch;
    expect(body).toMatchObject({
      ...shown,
      channel: { name: 'email' },
      requester_id: elsewhere.requester_id,
      lead: { _id: elsewhere.requester_id },
    });
    const events = (await eventsOf(service, id)).slice(before);
    expect(events.map(({ type }) => type)).toEqual(['request.rated', 'request.updated']);
    expect(events[1]?.data).toMatchObject({ comment: 'updateRequest', patch: { subject: 'Order', priority: 'high' } });
    expect([events[1]?.data.changes].flat().sort()).toEqual([...Object.keys(shown), 'channel', 'lead'].sort());
    const again = await service.as(linus).updateRequest({ request_id, ...patch });
    expect(again.body.__v).toBe(body.__v);
    expect((await service.as(linus).updateRequest({ request_id })).body.__v).toBe(body.__v);
    expect(await typesOf(id)).toHaveLength(before + 2);
  });

  it('clears with null what a request may be without, and nothing else', async () => {
    const { request_id, linus } = await served();
    const optional = ['subject', 'language', 'sourcePage', 'workingStatus', 'rating', 'rating_message', 'location'];
    const given = { subject: 'a', language: 'b', sourcePage: 'c', workingStatus: 'd', rating: 3, rating_message: 'e' };
    await service.as(linus).updateRequest({ request_id, ...given, location: { city: 'Lecce' } });

    const nothing = Object.fromEntries(optional.map((name) => [name, null]));
    const { body } = await service.as(linus).updateRequest({ request_id, ...nothing });
    for (const name of optional) expect(body).not.toHaveProperty(name);

    const required = ['first_text', 'lead', 'priority', 'smartAssignment', 'tags', 'status', 'channelName'];
    const refused = await service
      .as(linus)
      .updateRequest({ request_id, ...Object.fromEntries(required.map((name) => [name, null])) });
    expect(refused.status).toBe(422);
    expect(refused.body.errors?.map(({ param }) => param).sort()).toEqual(required.sort());
  });

  it.each([
    ['status', 150],
    ['status', 300],
    ['status', 'x'],
    ['rating', 5.1],
    ['rating', -1],
    ['rating', '3'],
    ['tags', { tag: 'a' }],
    ['first_text', ' '],
    ['first_text', 'a\u0000b'],
    ['subject', 'x'.repeat(501)],
    ['priority', 'now'],
    ['channelName', 'No Name'],
    ['location', { ipAddress: 'here' }],
    ['lead', 'nobody'],
  ])('of %s to %j is a 422 that names it, and nothing is stored', async (name, value) => {
    const { request_id, linus, project } = await served();
    const before = await seen(service, project, request_id);

    const { status, body } = await service.as(linus).updateRequest({ request_id, [name]: value });

    expect(status).toBe(422);
    expect(body.errors?.[0]?.param).toMatch(new RegExp(`^${name}`));
    expect(await seen(service, project, request_id)).toEqual(before);
  });

  it('of the status runs the operation, with its rights', async () => {
    const { request_id, id, linus, alan, grace, project, robby } = await served();

    expect((await service.as(alan).updateRequest({ request_id, status: 1000 })).body.code).toBe('not_a_participant');
    const closed = await service.as(linus).updateRequest({ request_id, status: 1000, subject: 'Done' });
    expect(closed.body).toMatchObject({ status: 1000, closed_by: linus.id, subject: 'Done', participants: [linus.id] });
    expect((await typesOf(id)).filter((type) => type === 'request.closed')).toHaveLength(1);
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
    expect((await service.as(linus).updateRequest({ request_id, status: 50 })).body.code).toBe('request_closed');

    const reopened = await service.as(linus).updateRequest({ request_id, status: 200 });
    expect(reopened.body).toMatchObject({ status: 200, participants: [linus.id] });
    expect(reopened.body).not.toHaveProperty('closed_at');

    const before = await seen(service, project, request_id);
    const kept = await service.as(linus).updateRequest({ request_id, status: 50 });
    expect([kept.status, kept.body.status, kept.body.participants]).toEqual([200, 200, [linus.id]]);
    expect(await seen(service, project, request_id)).toEqual(before);

    project.setMember(linus, { available: false });
    await harness.syncReadModels(project);
    const emptied = await service.as(grace).updateRequest({ request_id, status: 100 });
    expect(emptied.body).toMatchObject({ status: 100, participants: [] });
    expect((await service.as(grace).updateRequest({ request_id, status: 200 })).body.code).toBe('no_participant');
    expect((await service.as(grace).updateRequest({ request_id, status: 50 })).body.status).toBe(50);
    project.setMember(linus, { available: true });
    await service.runJob('sweepQueue');
    await harness.queueIdle();
    expect((await seen(service, project, request_id)).status).toBe(50);
    expect((await service.as(robby).updateRequest({ request_id, status: 1000 })).body).toMatchObject({ status: 1000 });
  });

  it('to pending frees the seat, and back takes it again', async () => {
    const { request_id, linus, project } = await served();

    await service.as(linus).updateRequest({ request_id, workingStatus: 'pending' });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
    await service.as(linus).updateRequest({ request_id, workingStatus: null });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({ [linus.id]: 1 });
  });

  it('is refused with a stale If-Match', async () => {
    const { request_id, linus } = await served();
    const headers = { 'if-match': '"999"' };
    expect((await service.as(linus).updateRequest({ request_id, subject: 'x' }, { headers })).status).toBe(412);
  });
});

describe('attributes', () => {
  it('of a hundred calls at once are all there', async () => {
    const { request_id, linus, project } = await served();
    const names = Array.from({ length: 100 }, (_, index) => `name${index}`);

    const answers = await Promise.all(
      names.map((name, index) =>
        (index % 2 ? service : other)
          .as(linus)
          .updateRequestAttributes({ request_id }, { body: { [name]: { at: index } } }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array(100).fill(200));
    const { attributes } = await seen(service, project, request_id);
    expect(Object.keys(attributes).sort()).toEqual(names.sort());
  });

  it('are merged name by name, null removes one, and the server’s own stay', async () => {
    const { request_id, linus, project } = await served();
    const patch = (body: object) => service.as(linus).updateRequestAttributes({ request_id }, { body });
    await patch({ a: { x: 1 }, b: 2, request_id: 'mine', id_project: 'mine too' });

    const { body } = await patch({ a: { y: 1 }, b: null, fully_abandoned: true, abandoned_by_project_users: { x: 1 } });

    const expected = { a: { y: 1 }, request_id: 'mine', id_project: 'mine too' };
    expect(body.attributes).toEqual(expected);
    expect((await patch({ a: { y: 1 }, b: null })).body.__v).toBe(body.__v);
    expect((await seen(service, project, request_id)).attributes).toEqual(expected);
  });

  it('stay within 64 kB, also together with those that are there', async () => {
    const { request_id, linus } = await served();
    const patch = (body: unknown) => service.as(linus).updateRequestAttributes({ request_id }, { body });

    expect((await patch({ a: 'x'.repeat(65_536) })).status).toBe(422);
    expect((await patch({ a: 'x'.repeat(40_000) })).status).toBe(200);
    expect(await patch({ b: 'x'.repeat(40_000) })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', errors: [{ param: 'attributes' }] },
    });
    expect((await patch([1])).status).toBe(422);
    expect((await patch({ a: 'a\u0000' })).status).toBe(422);
  });
});

describe('deleting', () => {
  it('deletes all its rows, frees the seat, is published, and the id may be used again', async () => {
    const { request_id, id, linus, ada, vera, project } = await served();
    await service.as(linus).addNote({ request_id, text: 'a note' });
    await service.as(vera).sendMessage({ request_id, text: 'again', external_id: 'x1' });
    const before = (await service.as(ada).getRequest({ request_id })).body as RequestRecord;

    const { body } = await service.as(ada).deleteRequest({ request_id });

    expect(body).toEqual(before);
    for (const table of ['message', 'message_external_id', 'request_history']) {
      expect(await service.db.query(`select 1 as left from ${table} where request = $1`, [id])).toEqual([]);
    }
    for (const table of ['request', 'request_head']) {
      expect(await service.db.query(`select 1 as left from ${table} where id = $1`, [id])).toEqual([]);
    }
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
    const announced = (await service.outbox(requestDeleted, project.projectId)).filter(({ data }) => data._id === id);
    expect(announced).toMatchObject([
      { data: { _id: id, request_id, ticket_id: before.ticket_id }, aggregateversion: before.__v + 1 },
    ]);
    expect((await service.as(ada).deleteRequest({ request_id })).body.code).toBe('request_not_found');
    const successor = await service.as(vera).sendMessage({ request_id, text: 'Hello again' });
    expect(successor.body).toMatchObject({ seq: 1, request: { request_id } });
    expect(successor.body.request._id).not.toBe(id);
    expect((successor.body.request as RequestRecord).ticket_id).not.toBe(before.ticket_id);
  });

  it('gives the seat to who waits, and is for the owner', async () => {
    const { request_id, linus, grace, ada, vera, project } = await served();
    project.setMember(linus, { limit: 1 });
    const waiting = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id: waiting, text: 'Hello' });
    expect((await seen(service, project, waiting)).status).toBe(100);

    expect((await service.as(grace).deleteRequest({ request_id })).body.code).toBe('role_too_low');
    await service.as(ada).deleteRequest({ request_id });
    await harness.queueIdle();

    expect(await seen(service, project, waiting)).toMatchObject({ status: 200, participants: [linus.id] });
  });
});

it('none of it is there for another project, nor for an end user', async () => {
  const { request_id, vera } = await served();
  const stranger = actor({ role: 'owner' });
  const calls = (by: typeof vera) => [
    service.as(by).updateRequest({ request_id, subject: 'x' }),
    service.as(by).updateRequestAttributes({ request_id }, { body: { a: 1 } }),
    service.as(by).deleteRequest({ request_id }),
    service.as(by).addRequestTags({ request_id }, { body: ['x'] }),
    service.as(by).deleteRequestTag({ request_id, tag_id: 'x' }),
    service.as(by).addFollower({ request_id, member: 'x' }),
    service.as(by).setFollowers({ request_id }, { body: [] }),
    service.as(by).removeFollower({ request_id, follower_id: 'x' }),
    service.as(by).routeRequest({ request_id }),
    service.as(by).handOffRequest({ request_id }),
    service.as(by).assignRequest({ request_id }),
    service.as(by).replaceBot({ request_id, name: 'x' }),
  ];
  for (const { body } of await Promise.all(calls(stranger))) expect(body.code).toBe('request_not_found');
  for (const { body } of await Promise.all(calls(vera))) expect(body.code).toBe('role_too_low');
});
