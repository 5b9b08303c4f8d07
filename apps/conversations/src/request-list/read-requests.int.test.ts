import { type Actor, EndUserRequest, RequestRecord, type Role } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { actor, nextQueryOf, personasOf } from '@parley/testkit';

import type { ConversationsService } from '../../test/harness.ts';
import { startAlone } from '../../test/reading.ts';
import { insertMessages, insertRequests, keepDepartment, keepGroup, keepTeammate } from '../../test/rows.ts';

let service: ConversationsService;

beforeAll(async () => {
  service = await startAlone();
});

afterAll(() => service.stop());

/** A project with a department for all, and a request that a visitor opened with a message. */
async function project() {
  const people = personasOf();
  const { projectId, vera } = people;
  await keepDepartment(service.db, projectId, { default: true, routing: 'pooled', name: 'Everybody' });
  const request_id = `support-group-${projectId}-${newId()}`;
  const sent = await service.as(vera).sendMessage({ request_id, text: 'Hello there', senderFullname: 'Vera' });
  expect(sent.status).toBe(200);
  return { ...people, request_id };
}

it('a request opened by a message is read, listed and counted by the team', async () => {
  const { ada, vera, request_id } = await project();
  const team = service.as(ada);

  const read = await team.getRequest({ request_id });
  const list = await team.listRequests();

  expect(read.status).toBe(200);
  expect(RequestRecord.parse(read.body)).toEqual(read.body);
  expect(read.body).toMatchObject({ request_id, first_text: 'Hello there', status: 100, ticket_id: '1' });
  expect(read.headers.etag).toBeDefined();
  expect(list.body).toEqual({ perPage: 40, count: 1, requests: [read.body] });
  expect((await team.countRequests()).body).toEqual({ unassigned: 1, assigned: 0, bot_assigned: 0, abandoned: 0 });
  expect((await team.countRequests({ merge_assigned: '1' })).body).toEqual({ unassigned: 1, assigned: 0 });
  expect((await team.countRequests({ conversation_quota: 'true' })).body).toMatchObject({ open: 1, closed: 0 });
  expect((await service.as(vera).listMyRequests()).body).toMatchObject({ count: 1, requests: [{ request_id }] });
});

it('an unchanged record is a 304 for a client that has it', async () => {
  const { ada, request_id } = await project();
  const { headers } = await service.as(ada).getRequest({ request_id });

  const again = await service.as(ada).getRequest({ request_id }, { headers: { 'if-none-match': headers.etag ?? '' } });

  expect(again.status).toBe(304);
});

it('no_populate answers ids in place of records', async () => {
  const { ada, request_id } = await project();
  const { body } = await service.as(ada).getRequest({ request_id, no_populate: 'true' });

  expect(body).toMatchObject({ lead: expect.any(String), department: expect.any(String), notes: [] });
  expect(body).not.toHaveProperty('participatingAgents');
});

it('a page leads to the next one by Link, with the same filters', async () => {
  const { ada, projectId } = personasOf();
  await insertRequests(
    service.db,
    projectId,
    Array.from({ length: 5 }, () => ({ tags: [{ tag: 'vip' }] })),
  );
  const seen: string[] = [];
  let query: Record<string, unknown> = { limit: '2', status: '100,200', tags: 'vip', start_date: '01/01/2020' };
  for (let page = 0; page < 3; page += 1) {
    const answer = await service.as(ada).listRequests(query);
    expect(answer).toMatchObject({ status: 200, body: { perPage: 2, count: 5 } });
    seen.push(...answer.body.requests.map(({ _id }) => _id));
    query = nextQueryOf(answer);
    expect('cursor' in query).toBe(page < 2);
  }
  expect(new Set(seen).size).toBe(5);
});

it('limit=1000 is taken as 200, and page=1 is the second page', async () => {
  const { ada, projectId } = personasOf();
  await insertRequests(
    service.db,
    projectId,
    Array.from({ length: 3 }, () => ({})),
  );
  const list = service.as(ada).listRequests;

  expect((await list({ limit: '1000' })).body.perPage).toBe(200);
  const [all, second] = [await list({}), await list({ limit: '2', page: '1' })];
  expect(second.body.requests).toEqual(all.body.requests.slice(2));
});

it.each([
  [{ limit: '0' }, 'limit'],
  [{ limit: '-1' }, 'limit'],
  [{ limit: 'abc' }, 'limit'],
  [{ start_date: '31/02/2026' }, 'start_date'],
  [{ timezone: 'Mars/X' }, 'timezone'],
  [{ sortField: 'notes' }, 'sortField'],
  [{ status: 'abc' }, 'status'],
  [{ lead: '\u0000' }, 'lead'],
])('a list with %j is a 422 that names it', async (query, param) => {
  const { ada } = personasOf();
  const { status, body } = await service.as(ada).listRequests(query);
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: 'validation_failed', errors: [{ param, location: 'query' }] });
});

it('query operators and repeated names never find another row', async () => {
  const { ada, request_id } = await project();
  const list = service.as(ada).listRequests;
  for (const query of [{ dept_id: ['a', 'b'] }, { lead: ['x', 'y'] }] as Record<string, string[]>[]) {
    expect((await list({}, { query })).status).toBe(422);
  }
  const ignored = await list({}, { query: { 'dept_id[$ne]': '', 'requester[$gt]': '' } });
  expect(ignored.body.requests.map((request) => request.request_id)).toEqual([request_id]);
  expect((await list({}, { query: { dept_id: '{"$ne":""}' } })).body.requests).toEqual([]);
});

it('an altered cursor is a 400', async () => {
  const { ada } = personasOf();
  const { status, body } = await service.as(ada).listRequests({ cursor: 'eyJ4IjoxfQ' });
  expect([status, body.code]).toEqual([400, 'cursor_invalid']);
});

/** Every endpoint that names a request. */
function everyWay(by: Actor, request_id: string) {
  const client = service.as(by);
  return {
    getRequest: () => client.getRequest({ request_id }),
    updateRequest: () => client.updateRequest({ request_id, subject: 'mine' }),
    listMessages: () => client.listMessages({ request_id }),
    getMessage: () => client.getMessage({ request_id, message_id: newId() }),
    listRequestHistory: () => client.listRequestHistory({ request_id }),
    closeRequest: () => client.closeRequest({ request_id }),
    closeOwnRequest: () => client.closeOwnRequest({ request_id }),
    reopenRequest: () => client.reopenRequest({ request_id }),
    rateRequest: () => client.rateRequest({ request_id, rate: 1 }),
    addParticipant: () => client.addParticipant({ request_id, member: by.id }),
    setParticipants: () => client.setParticipants({ request_id }, { body: [by.id] }),
    removeParticipant: () => client.removeParticipant({ request_id, participant_id: by.id }),
    addNote: () => client.addNote({ request_id, text: 'note' }),
    deleteNote: () => client.deleteNote({ request_id, note_id: newId() }),
  };
}

describe('an agent and a request of another group’s department', () => {
  it('do not meet by any endpoint, and it answers like an id that was never used', async () => {
    const { projectId, linus, alan } = personasOf();
    for (const one of [linus, alan]) await keepTeammate(service.db, projectId, { id: one.id, firstname: 'A' });
    const group = await keepGroup(service.db, projectId, [linus.id]);
    const department_id = await keepDepartment(service.db, projectId, { id_group: group });
    const [hidden] = await insertRequests(service.db, projectId, [{ department_id }]);

    for (const [name, call] of Object.entries(everyWay(alan, hidden?.request_id ?? ''))) {
      const { status, body } = await call();
      const never = await everyWay(alan, 'support-group-never')[name as 'getRequest']();
      expect([name, status, body.code, body.msg]).toEqual([name, 404, 'request_not_found', never.body.msg]);
    }
    expect((await service.as(alan).listRequests()).body).toMatchObject({ count: 0, requests: [] });
    expect((await service.as(linus).listRequests()).body).toMatchObject({ count: 1 });

    await keepGroup(service.db, projectId, [alan.id], { id: group, version: 1 });
    expect((await service.as(alan).listRequests()).body).toMatchObject({ count: 1 });
    expect((await service.as(linus).listRequests()).body).toMatchObject({ count: 0 });
  });
});

describe('a visitor', () => {
  it('meets another visitor’s request nowhere', async () => {
    const { projectId, request_id } = await project();
    const stranger = actor({ projectId, kind: 'guest', role: 'guest', id: crypto.randomUUID() });
    const { listMessages, getMessage, closeOwnRequest, rateRequest } = everyWay(stranger, request_id);

    for (const call of [listMessages, getMessage, closeOwnRequest, rateRequest]) {
      const { status, body } = await call();
      expect([status, body.code]).toEqual([404, 'request_not_found']);
    }
    expect((await service.as(stranger).listMyRequests()).body).toMatchObject({ count: 0, requests: [] });
  });

  it('learns nothing of the team’s data from their own', async () => {
    const { ada, vera, linus, projectId, request_id } = await project();
    await keepTeammate(service.db, projectId, { id: linus.id, firstname: 'Linus' });
    await service.as(ada).addNote({ request_id, text: 'a very secret note' });
    await service.as(ada).addParticipant({ request_id, member: linus.id });

    const { body } = await service.as(vera).listMyRequests();
    const [own] = body.requests;

    expect(EndUserRequest.parse(own)).toEqual(own);
    expect(own).toMatchObject({ participatingAgents: [{ _id: linus.id, firstname: 'Linus' }] });
    expect(JSON.stringify(body)).not.toMatch(/secret|@acme|followers|snapshot|priority/);
  });

  it('reads their request without hidden messages, and never an audience', async () => {
    const { ada, vera, request_id } = await project();
    await service.as(ada).sendMessage({ request_id, text: 'for the team', attributes: { subtype: 'private' } });
    await service.as(ada).sendMessage({ request_id, text: 'hidden', attributes: { info: true } });
    await service.as(ada).sendMessage({ request_id, text: 'Good morning' });

    const { body } = await service.as(vera).listMessages({ request_id });
    const team = (await service.as(ada).listMessages({ request_id })).body;
    const hidden = team.filter(({ text }) => text === 'for the team' || text === 'hidden');

    expect(body.map(({ text }) => text)).toEqual(['Hello there', 'Good morning']);
    expect(body.every((message) => !('audience' in message) && !('request' in message))).toBe(true);
    expect(team.map(({ audience }) => audience)).toEqual(['all', 'private', 'team', 'all']);
    for (const { _id } of hidden) {
      const { status, body: refusal } = await service.as(vera).getMessage({ request_id, message_id: _id });
      expect([status, refusal.code]).toEqual([404, 'message_not_found']);
    }
  });
});

describe('a request of another project', () => {
  it.each<Role>(['guest', 'user', 'agent', 'admin', 'owner'])('is a 404 for its %s on every endpoint', async (role) => {
    const { request_id } = await project();
    const elsewhere = actor({ role, kind: role === 'guest' ? 'guest' : 'user' });
    for (const [name, call] of Object.entries(everyWay(elsewhere, request_id))) {
      const { status } = await call();
      expect([name, [403, 404].includes(status)]).toEqual([name, true]);
    }
  });

  it('may have the same request_id', async () => {
    const [one, two] = [personasOf(), personasOf()];
    const request_id = `support-group-${newId()}`;
    for (const { vera, projectId } of [one, two]) {
      await keepDepartment(service.db, projectId, { default: true, routing: 'pooled' });
      await service.as(vera).sendMessage({ request_id, text: projectId });
    }
    for (const { ada, projectId } of [one, two]) {
      expect((await service.as(ada).getRequest({ request_id })).body.first_text).toBe(projectId);
      expect((await service.as(ada).listMessages({ request_id })).body).toMatchObject([{ text: projectId }]);
    }
  });
});

it('a message is found under its own request only', async () => {
  const one = await project();
  const { ada, vera, projectId } = one;
  const other = `support-group-${projectId}-${newId()}`;
  const { body: sent } = await service.as(vera).sendMessage({ request_id: other, text: 'another' });
  const get = (request_id: string, message_id: string) => service.as(ada).getMessage({ request_id, message_id });

  expect((await get(other, sent._id)).body).toMatchObject({ _id: sent._id, text: 'another', recipient: other });
  for (const id of [sent._id, 'x', `${'0'.repeat(24)}`]) expect((await get(one.request_id, id)).status).toBe(404);
});

it('a long conversation is followed by Link, each message once', async () => {
  const { ada, projectId } = personasOf();
  const [talk] = await insertRequests(service.db, projectId, [{}]);
  await insertMessages(
    service.db,
    projectId,
    talk?.id ?? '',
    Array.from({ length: 2_005 }, () => ({})),
  );
  const request_id = talk?.request_id ?? '';

  const first = await service.as(ada).listMessages({ request_id });
  const rest = await service.as(ada).listMessages({ request_id }, { query: nextQueryOf(first) });

  expect([...first.body, ...rest.body].map(({ seq }) => seq)).toEqual(Array.from({ length: 2_005 }, (_, i) => i + 1));
  expect(rest.headers.link).toBeUndefined();
});

it('the history of a request lists what happened to it', async () => {
  const { ada, linus, projectId, request_id } = await project();
  await keepTeammate(service.db, projectId, { id: linus.id, firstname: 'Linus' });
  await service.as(ada).addParticipant({ request_id, member: linus.id });
  await service.as(ada).closeRequest({ request_id });

  const { status, body } = await service.as(ada).listRequestHistory({ request_id });

  expect(status).toBe(200);
  expect(body.map(({ seq }) => seq)).toEqual(body.map((_, place) => place + 1));
  expect(body[0]).toMatchObject({ event: 'request.created', verb: 'REQUEST_CREATE' });
  expect(body.map(({ event }) => event)).toEqual(expect.arrayContaining(['request.assigned', 'request.closed']));
});

it('the project of a request is returned to callers with access, from the read models while workspace is down', async () => {
  const { ada, vera, robby, projectId, request_id } = await project();
  const { readModels: copies } = service.context;
  await keepTeammate(service.db, projectId, { id: ada.id, firstname: 'Ada', role: 'owner' });
  const visitor = { _id: newId(), role: 'guest', status: 'active', uuid_user: vera.id };
  await copies.keepTeammate({ projectId, id: visitor._id, version: 0, deleted: false, record: visitor }, vera.id);
  await copies.keepBot({ projectId, id: robby.id, version: 0, deleted: false, record: { _id: robby.id } });
  // The path names no project, so the gateway passes on neither project nor role.
  const lookup = (by: Actor) =>
    service.as({ ...by, projectId: undefined, role: undefined }).lookupRequestProject({ request_id });

  for (const one of [ada, vera, robby]) expect((await lookup(one)).body).toEqual({ id_project: projectId });
  for (const unknown of [actor(), personasOf().vera, personasOf().robby]) {
    expect((await lookup(unknown)).body.code).toBe('dependency_down');
  }
  expect((await service.as(ada).lookupRequestProject({ request_id: 'support-group-x' })).status).toBe(404);
});
