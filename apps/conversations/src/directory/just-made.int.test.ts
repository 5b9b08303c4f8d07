import { type Actor, topicNames } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { actor, personasOf } from '@parley/testkit';

import { FakeContacts } from '../../test/contacts.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';
import { actorIn } from './actor-in.ts';

/** Records that other services have and the read models lack: this file publishes no event. */
const harness = new ConversationsHarness({ contacts: new FakeContacts().service });
let service: ConversationsService;
let project: TestProject;
let ada: Actor;
let request_id: string;

beforeAll(async () => {
  service = await harness.start();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  project = await harness.project();
  ada = project.personas.ada;
  request_id = newRequestId(project.projectId);
  await service.as(ada).sendMessage({ request_id, text: 'Hello' });
});

/** Only the bots service has it. */
function madeBot(name = 'Newbot'): string {
  const id = newId();
  project.bots.push({ _id: id, name });
  return id;
}

/** Puts it into the read model, as it was before. */
async function knownBot(record: object, deleted = false): Promise<string> {
  const id = newId();
  const { projectId } = project;
  await service.context.readModels.keepBot({ projectId, id, version: 0, deleted, record: { _id: id, ...record } });
  project.bots.push({ _id: id, name: 'Newbot' });
  return id;
}

describe('a bot that was just made', () => {
  it.each([
    ['by its id', (id: string) => id],
    ['as a participant', (id: string) => `bot_${id}`],
  ])('speaks, takes part and takes over, named %s', async (_how, nameOf) => {
    const member = `bot_${madeBot()}`;
    const name = nameOf(member.slice(4));
    const sent = await service.as(ada).sendMessage({ request_id, text: 'x', sender: name });
    expect(sent).toMatchObject({ status: 200, body: { sender: member, senderFullname: 'Newbot' } });

    const other = `bot_${madeBot()}`;
    const added = await service.as(ada).addParticipant({ request_id, member: nameOf(other.slice(4)) });
    expect(added).toMatchObject({ status: 200, body: { participants: [other] } });
    const third = `bot_${madeBot()}`;
    const set = await service.as(ada).setParticipants({ request_id, items: [nameOf(third.slice(4))] });
    expect(set).toMatchObject({ status: 200, body: { participants: [third] } });
    const fourth = `bot_${madeBot()}`;
    const replaced = await service.as(ada).replaceBot({ request_id, id: nameOf(fourth.slice(4)) });
    expect(replaced).toMatchObject({ status: 200, body: { participants: [fourth] } });
  });

  it('may be restored from the trash before the event reaches the read model', async () => {
    const id = await knownBot({ name: 'Newbot', trashed: true });
    expect((await service.as(ada).addParticipant({ request_id, member: id })).status).toBe(200);
  });

  it('serves the department that was given to it', async () => {
    const department = project.addDepartment({ id_bot: madeBot(), default: false });
    const { body } = await service
      .as(project.personas.vera)
      .sendMessage({ request_id: newRequestId(project.projectId), text: 'x', departmentid: department._id });
    expect(body.request.participants).toEqual([`bot_${department.id_bot}`]);
  });

  it('is answered with dependency_down while the bots service is down', async () => {
    project.botsDown = true;
    const unknown = newId();
    expect((await service.as(ada).addParticipant({ request_id, member: unknown })).status).toBe(503);
    expect((await service.as(ada).replaceBot({ request_id, id: unknown })).status).toBe(503);
    expect((await service.as(ada).sendMessage({ request_id, text: 'x', sender: `bot_${unknown}` })).status).toBe(503);
  });

  it('is followed', async () => {
    const id = madeBot();
    const follower = await harness.follow(ada, topicNames.bot(project.projectId, id));
    expect(follower.heard[0]).toMatchObject({ method: 'CREATE', message: { _id: id, name: 'Newbot' } });
  });
});

describe('a member who has just joined the team', () => {
  it('takes part, follows, speaks and leaves, by either id', async () => {
    const linus = project.addMember({ actor: project.personas.linus, available: false });
    const added = await service.as(ada).addParticipant({ request_id, member: linus.id });
    expect(added).toMatchObject({ status: 200, body: { participants: [linus.id] } });
    expect(added.body).toMatchObject({ participatingAgents: [{ _id: linus.id }] });
    const removed = await service.as(ada).removeParticipant({ request_id, participant_id: linus.teammateId ?? '' });
    expect(removed.body.participants).toEqual([]);

    const alan = project.addMember({ actor: project.personas.alan, available: false });
    const followed = await service.as(ada).addFollower({ request_id, member: alan.teammateId ?? '' });
    expect(followed.body).toMatchObject({ followers: [alan.teammateId] });
    const sent = await service.as(ada).sendMessage({ request_id, text: 'x', sender: alan.id });
    expect(sent).toMatchObject({ status: 200, body: { sender: alan.id, senderFullname: 'Alan Turing' } });
  });

  it('is found among participants and followers by the other id, too', async () => {
    const linus = project.addMember({ actor: project.personas.linus, available: false });
    const { projectId } = project;
    await service.db.query(
      `update request set participants = $3, followers = $4, status = 200 where id_project = $1 and request_id = $2`,
      [projectId, request_id, [linus.id], [linus.teammateId]],
    );
    const unfollowed = await service.as(ada).removeFollower({ request_id, follower_id: linus.id });
    expect(unfollowed.body).toMatchObject({ followers: [] });
    const removed = await service.as(ada).removeParticipant({ request_id, participant_id: linus.teammateId ?? '' });
    expect(removed.body.participants).toEqual([]);
  });

  it('is followed, by themselves and the team', async () => {
    const linus = project.addMember({ actor: project.personas.linus, available: false });
    const { projectId } = project;
    for (const topic of [
      topicNames.user(projectId, linus.id),
      topicNames.teammate(projectId, linus.teammateId ?? ''),
    ]) {
      const follower = await harness.follow(linus, topic);
      expect(follower.heard[0]).toMatchObject({ method: 'CREATE', message: { _id: linus.teammateId } });
    }
  });
});

it('uses the role and the status that a member was just given', async () => {
  const { linus } = project.personas;
  project.addMember({ actor: { ...linus, role: 'user' }, available: false });
  const alan = project.addMember({ actor: project.personas.alan, available: false, disabled: true });
  await harness.syncReadModels(project);
  const add = (member: string) => service.as(ada).addParticipant({ request_id, member });
  expect([(await add(linus.id)).status, (await add(alan.id)).status]).toEqual([422, 422]);

  project.addMember({ actor: linus, available: false });
  project.setMember(alan, { disabled: false });
  expect([(await add(linus.id)).status, (await add(alan.id)).status]).toEqual([200, 200]);
});

describe('a condition that names what was just made', () => {
  const surveyOf = (field: string, value: string) =>
    service
      .as(ada)
      .createSurvey({}, { body: { name: 'New', filters: [{ field, operator: 'in', value: [value] }] } as never });

  it('is taken, and shows nothing as gone', async () => {
    const department = project.addDepartment({ default: false })._id;
    const bot = `bot_${madeBot()}`;
    const linus = project.addMember({ actor: project.personas.linus, available: false });
    const made = [
      await surveyOf('department', department),
      await surveyOf('participants', bot),
      await surveyOf('participants', linus.id),
      await surveyOf('followers', linus.teammateId ?? ''),
    ];
    expect(made.map(({ status, body }) => [status, (body as { broken?: unknown }).broken])).toEqual(
      Array(4).fill([200, undefined]),
    );
  });

  it('is refused when it was never made, and answered with dependency_down while its owner is down', async () => {
    for (const field of ['department', 'participants', 'followers'])
      expect(await surveyOf(field, newId())).toMatchObject({ status: 422, body: { code: 'unknown_reference' } });
    project.botsDown = true;
    expect(await surveyOf('participants', `bot_${newId()}`)).toMatchObject({ status: 503 });
  });
});

describe('a caller on a path without project', () => {
  const lookup = (caller: Actor) =>
    service.send(
      { ...caller, projectId: undefined, role: undefined, teammateId: undefined },
      { method: 'get', url: `/v3/requests_util/lookup/id_project/${request_id}` },
    );

  it('is who workspace says they are', async () => {
    const { linus } = project.personas;
    expect((await lookup(linus)).status).toBe(404);
    project.addMember({ actor: { ...linus, role: 'admin' }, available: false });
    expect(await lookup(linus)).toMatchObject({ status: 200, body: { id_project: project.projectId } });
    const bot = madeBot();
    expect((await lookup({ kind: 'bot', id: bot })).status).toBe(200);
  });

  it('is no member elsewhere, when disabled, or with an unknown role', async () => {
    const { projectId } = project;
    const { linus, alan } = project.personas;
    project.addMember({ actor: linus, disabled: true });
    project.addMember({ actor: { ...alan, role: 'god' as never } });
    const stranger = actor();
    for (const { id } of [linus, alan, stranger]) {
      expect(await actorIn(service.context, projectId, { kind: 'user', id })).toBeUndefined();
    }
    for (const one of [stranger, personasOf().vera, personasOf().robby]) {
      expect(await lookup(one)).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
    }
    const elsewhere = await harness.project();
    expect(await actorIn(service.context, elsewhere.projectId, { kind: 'user', id: linus.id })).toBeUndefined();
    expect(await actorIn(service.context, projectId, { kind: 'bot', id: newId() })).toBeUndefined();
    expect(
      await actorIn(service.context, projectId, { kind: 'subscription', id: 's', projectId: newId() }),
    ).toBeUndefined();
  });
});
