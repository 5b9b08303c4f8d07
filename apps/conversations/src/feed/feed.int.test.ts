import { type Actor, topicNames } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';
import { changesAfter, endOfFeed } from '../../test/follower.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import type { TestProject } from '../../test/test-project.ts';
import { keepGroup } from '../read-models/keep-group.ts';

let harness: SharedConversations;
let service: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
});
afterAll(() => harness.stopFollowers());

/** The only member of a group leaves it. */
async function leave(project: TestProject, actor: Actor, group: string): Promise<void> {
  project.setMember(actor, { groups: [] });
  await keepGroup(service.context, {
    idproject: project.projectId,
    aggregateversion: project.version + 1_000,
    data: { group: { _id: group, id: group, enabled: true, trashed: false, members: [] } },
  } as never);
}

describe('the feed as JSON', () => {
  it('returns the changes of a request in order, and nothing twice however small the pages', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const start = await endOfFeed(service, ada);
    const request_id = await harness.conversation(project);
    await service.as(ada).addParticipant({ request_id, member: ada.id });
    await service.as(ada).sendMessage({ request_id, text: 'How can I help?' });
    await service.as(vera).acknowledgeMessages({ request_id, status: 300, upto: 9 });
    await service.as(ada).closeRequest({ request_id });

    // A long transaction, of any database of the server, holds back what comes after it.
    const changes = await eventually(async () => {
      const all = await changesAfter(service, ada, start);
      expect(all.map(({ message }) => message.status)).toContain(1000);
      return all;
    });
    const small = await changesAfter(service, ada, start, { limit: 1 });
    expect(small).toEqual(changes);
    const requests = changes.filter(({ topic }) => topic === topicNames.requests(project.projectId));
    expect(requests.map(({ method, version }) => [method, version])).toEqual([
      ['CREATE', 0],
      ['UPDATE', 1],
      ['UPDATE', 2],
      ['UPDATE', 3],
    ]);
    expect(requests.at(-1)?.message).toMatchObject({ request_id, status: 1000 });
    const messages = changes.filter(({ topic }) => topic === topicNames.messages(project.projectId, request_id));
    const created = messages.filter(({ method }) => method === 'CREATE').map(({ message }) => message.seq);
    expect(created).toEqual([...created].sort());
    expect(messages[0]?.message).toMatchObject({ text: 'Hello', seq: 1, request: { request_id } });
    const updates = messages.filter(({ method }) => method === 'UPDATE');
    expect(updates.length).toBeGreaterThan(0);
    expect(updates.every(({ message }) => message.status === 300 && message.sender !== vera.id)).toBe(true);
  });

  it('resumes from the cursor of any single change, also within several notices of one event', async () => {
    const { project, groupA } = await harness.twoGroups();
    const { ada, linus, vera } = project.personas;
    const { projectId } = project;
    const start = await endOfFeed(service, linus);
    const talks = [
      await harness.conversation(project),
      await harness.conversation(project),
      await harness.conversation(project),
    ];
    const [first = ''] = talks;
    for (const text of ['one', 'two', 'three']) await service.as(ada).sendMessage({ request_id: first, text });
    await service.as(vera).acknowledgeMessages({ request_id: first, status: 300, upto: 99 });
    await leave(project, linus, groupA);
    const names = [topicNames.requests(projectId), ...talks.map((id) => topicNames.request(projectId, id))];
    const topics = names.join(',');

    for (const [who, query, statusChanges, gone] of [
      [ada, {}, 3, 0],
      [linus, { topics }, 0, 6],
    ] as const) {
      const changes = await changesAfter(service, who, start, query);
      const of = (type: string) => changes.filter((change) => change.type === type);
      expect([of('message.status_changed').length, of('feed.out_of_sight').length]).toEqual([statusChanges, gone]);
      expect(await changesAfter(service, who, start, { ...query, limit: 1 })).toEqual(changes);
      for (const [index, { cursor }] of changes.entries()) {
        expect(await changesAfter(service, who, cursor, query)).toEqual(changes.slice(index + 1));
      }
    }
  });

  it('loses none of several notices of one event when others of them change meanwhile', async () => {
    const { project, groupA } = await harness.twoGroups();
    const { ada, linus, vera } = project.personas;
    const talks = [
      await harness.conversation(project),
      await harness.conversation(project),
      await harness.conversation(project),
    ];
    const [request_id = '', ...others] = talks;
    for (const text of ['one', 'two', 'three', 'four']) await service.as(ada).sendMessage({ request_id, text });
    const { body: messages } = await service.as(ada).listMessages({ request_id });
    const [, one, two, three, four] = messages.map(({ _id }) => _id);

    const read = await endOfFeed(service, ada);
    await service.as(vera).acknowledgeMessages({ request_id, status: 250, upto: 99 });
    const first = (await service.as(ada).listChanges({ after: read, limit: 1 })).body;
    for (const message_id of [one, two]) {
      await service.as(vera).acknowledgeMessage({ request_id, message_id, status: 300 });
    }
    const changes = [...first.changes, ...(await changesAfter(service, ada, first.cursor))];
    expect(changes.map(({ message }) => [message._id, message.status])).toEqual([
      [one, 250],
      [three, 250],
      [four, 250],
      [one, 300],
      [two, 300],
    ]);

    const left = await endOfFeed(service, linus);
    await leave(project, linus, groupA);
    const gone = (await service.as(linus).listChanges({ after: left, limit: 1 })).body;
    expect(gone.changes).toMatchObject([{ method: 'DELETE', request_id }]);
    await service.as(ada).closeRequest({ request_id });
    const rest = await changesAfter(service, linus, gone.cursor);
    expect(rest.map(({ method, request_id: id }) => [method, id])).toEqual(others.map((id) => ['DELETE', id]));
  });

  it('returns a message that was raised twice once, in its current state', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const { body } = await service.as(ada).sendMessage({ request_id, text: 'How can I help?' });
    const start = await endOfFeed(service, ada);
    for (const status of [250, 300]) {
      await service.as(vera).acknowledgeMessage({ request_id, message_id: body._id, status });
    }

    const changes = await changesAfter(service, ada, start);
    expect(changes.map(({ message }) => [message.seq, message.status])).toEqual([[body.seq, 300]]);
  });

  it('returns with a change of status no message that was sent in the same millisecond', async () => {
    const project = await harness.project();
    const { ada, vera } = project.personas;
    const request_id = await harness.conversation(project);
    const first = await service.as(ada).sendMessage({ request_id, text: 'How can I help?' });
    const start = await endOfFeed(service, ada);
    await service.as(vera).acknowledgeMessages({ request_id, status: 300, upto: 99 });
    const second = await service.as(ada).sendMessage({ request_id, text: 'Are you there?' });
    await service.db.query(
      `update message m set updated_at = raised.updated_at from message raised
       where m.id_project = $1 and m.id = $2 and raised.id_project = $1 and raised.id = $3`,
      [project.projectId, second.body._id, first.body._id],
    );

    const changes = await changesAfter(service, ada, start);
    expect(changes.map(({ message }) => [message.seq, message.status])).toEqual([
      [first.body.seq, 300],
      [second.body.seq, second.body.status],
    ]);
  });

  it('returns the current cursor without one, and long-polls on request', async () => {
    const project = await harness.project();
    const { ada } = project.personas;
    const { body } = await service.as(ada).listChanges();
    expect(body).toEqual({ changes: [], cursor: expect.any(String), more: false });

    const waiting = service.as(ada).listChanges({ after: body.cursor, wait: 20 });
    const request_id = await harness.conversation(project);
    const { body: found } = await waiting;
    expect(found.changes[0]).toMatchObject({ request_id });
    expect((await service.as(ada).listChanges({ after: body.cursor, wait: 0, limit: 1 })).body.changes).toHaveLength(1);
  });

  it('refuses a cursor of another project or an altered one, and answers that an old one has expired', async () => {
    const [one, other] = [await harness.project(), await harness.project()];
    const cursor = await endOfFeed(service, one.personas.ada);
    expect((await service.as(other.personas.ada).listChanges({ after: cursor })).body.code).toBe('cursor_invalid');
    const altered = `${cursor.slice(0, 3)}${cursor[3] === 'A' ? 'B' : 'A'}${cursor.slice(4)}`;
    expect((await service.as(one.personas.ada).listChanges({ after: altered })).body.code).toBe('cursor_invalid');

    const { projectId } = one;
    const old = service.context.feed.cursorOf(projectId, { seq: 0, time: Date.now() - 73 * 3_600_000 });
    const { status, body } = await service.as(one.personas.ada).listChanges({ after: old });
    expect([status, body.code]).toEqual([410, 'cursor_expired']);
    const { oldest, hint, cursor: next } = body as unknown as Record<string, string>;
    expect([typeof oldest, typeof hint]).toEqual(['string', 'string']);
    expect((await service.as(one.personas.ada).listChanges({ after: next })).status).toBe(200);
  });

  it('refuses topics that are not part of the feed', async () => {
    const { personas, projectId } = await harness.project();
    for (const topics of ['nonsense', `/${newId()}/requests`, `/${projectId}/requests/x/typing`]) {
      expect((await service.as(personas.ada).listChanges({ topics })).body.errors?.[0]?.param).toBe('topics');
    }
  });

  it('loses nothing when a transaction commits after those with higher numbers', async () => {
    const project = await harness.project();
    const { ada } = project.personas;
    const { projectId } = project;
    const request_id = await harness.conversation(project);
    const topics = [topicNames.requests(projectId), topicNames.direct(projectId, ada.id)].join(',');
    const start = await endOfFeed(service, ada);
    const [drawn, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const late = service.db.transaction(async () => {
      await service.context.directMessages.add(ada, directMessage(projectId, ada.id));
      drawn.resolve();
      await gate.promise;
    });
    await drawn.promise;
    const { body: alone } = await service.as(ada).listChanges({ after: start, topics });
    await service.as(ada).updateRequest({ request_id, subject: 'quick' });
    const { body: between } = await service.as(ada).listChanges({ after: alone.cursor, topics });
    gate.resolve();
    await late;

    const after = await changesAfter(service, ada, between.cursor, { topics });
    const all = [...alone.changes, ...between.changes, ...after];
    expect(all.map(({ type }) => type)).toEqual(['message.directed', 'request.updated']);
    expect(await changesAfter(service, ada, start, { topics })).toEqual(all);
  });
});

const directMessage = (projectId: string, recipient: string) => ({
  ...{ projectId, id: newId(), createdBy: 'system', sender: recipient, senderFullname: 'Ada', recipient },
  ...{ recipientFullname: 'Ada', text: 'Hi', type: 'text' as const, metadata: null, attributes: {}, language: null },
  channel: 'chat21',
});

describe('what a follower may not see', () => {
  it('reaches no agent of another group, and is removed with one DELETE when the request moves away', async () => {
    const { project, b } = await harness.twoGroups();
    const { linus, alan, ada, vera } = project.personas;
    const list = topicNames.requests(project.projectId);
    const before = await endOfFeed(service, linus);
    const [ofLinus, ofAlan] = [await harness.follow(linus, list), await harness.follow(alan, list)];
    const request_id = await harness.conversation(project, 'Secret words');
    await eventually(() => expect(ofLinus.frames).toHaveLength(1));
    const ofMessages = await harness.follow(linus, topicNames.messages(project.projectId, request_id));

    await service.as(ada).routeRequest({ request_id, departmentid: b, nobot: true });
    await service.as(vera).sendMessage({ request_id, text: 'More secret words' });
    await service.as(ada).addNote({ request_id, text: 'A note' });
    await eventually(() => expect(ofAlan.frames.length).toBeGreaterThanOrEqual(2));

    await eventually(() => expect(ofLinus.frames.map(({ method }) => method)).toEqual(['CREATE', 'DELETE']));
    expect(Object.keys(ofLinus.frames[1]?.message).sort()).toEqual(['_id', 'request_id']);
    expect(ofAlan.frames.every(({ method }) => method === 'UPDATE')).toBe(true);
    expect(ofMessages.frames).toEqual([]);
    const replayed = await changesAfter(service, linus, before);
    expect(replayed.map(({ method, request_id: id }) => [method, id])).toEqual([['DELETE', request_id]]);
    expect(JSON.stringify(replayed)).not.toContain('ecret words');
  });

  it('is removed with one DELETE when the agent leaves the group, now and in a later replay', async () => {
    const { project, groupA } = await harness.twoGroups();
    const { linus, ada } = project.personas;
    const before = await endOfFeed(service, linus);
    const ofLinus = await harness.follow(linus, topicNames.requests(project.projectId));
    const request_id = await harness.conversation(project);
    await eventually(() => expect(ofLinus.frames).toHaveLength(1));

    await leave(project, linus, groupA);
    await service.as(ada).updateRequest({ request_id, subject: 'After' });

    await eventually(() => expect(ofLinus.frames.map(({ method }) => method)).toEqual(['CREATE', 'DELETE']));
    const replayed = await changesAfter(service, linus, before);
    expect(replayed.map(({ method }) => method)).toEqual(['DELETE']);
  });

  it('is left out for a guest: requests of others, notes, tags, hidden and private messages', async () => {
    const project = await harness.project();
    const { ada, vera, victor } = project.personas;
    const { projectId } = project;
    const list = topicNames.requests(projectId);
    const [ofVera, ofVictor] = [await harness.follow(vera, list), await harness.follow(victor, list)];
    const start = await endOfFeed(service, vera);
    const request_id = await harness.conversation(project);
    const ofMessages = await harness.follow(vera, topicNames.messages(projectId, request_id));
    const stranger = harness.tryToFollow(victor, topicNames.messages(projectId, request_id));
    await service.as(ada).addParticipant({ request_id, member: ada.id });
    await service.as(ada).addNote({ request_id, text: 'Hush: a note' });
    await service.as(ada).addRequestTags({ request_id, items: ['hush-tag'] });
    for (const attributes of [{ subtype: 'private' }, { subtype: 'info' }, { hidden: true }, { private: true }]) {
      await service.as(ada).sendMessage({ request_id, text: 'Hush: for the team', attributes });
    }
    await service.as(ada).sendMessage({ request_id, text: 'For all' });

    await eventually(() => expect(ofMessages.frames.at(-1)?.message.text).toBe('For all'));
    const changes = await changesAfter(service, vera, start);
    const all = JSON.stringify([ofVera.frames, ofMessages.heard, changes]);
    expect(all).not.toMatch(/[Hh]ush|"audience"|"notes"|"tags"|"followers"|"snapshot"|ada@parley/);
    expect(changes.length).toBeGreaterThan(3);
    expect(ofVictor.frames).toEqual([]);
    await eventually(() => expect(stranger.failure).toMatchObject({ code: 'request_not_found' }));
    expect(await changesAfter(service, victor, start)).toEqual([]);
  });
});
