import type { Actor } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { age } from '../../test/age.ts';
import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

const hour = 3_600;

async function send(project: TestProject): Promise<string> {
  const request_id = newRequestId(project.projectId);
  const { status } = await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  expect(status).toBe(200);
  return request_id;
}

/** A round of the timer, and what the queue makes of it. */
async function tick(job: string): Promise<void> {
  // Both replicas may hold the lease; a round at the wrong time must change nothing.
  await Promise.all([service, other].map((replica) => replica.runJob(job)));
  await harness.queueIdle();
}

const typesOf = async (id: string, last: number) => (await eventsOf(service, id)).slice(-last).map(({ type }) => type);

describe('no answer in time', () => {
  const delayed = { reassignmentOn: true, reassignmentDelay: 60 };
  async function waiting(settings: TestProject['settings'] = delayed) {
    const project = await harness.project((one) => {
      one.settings = settings;
      one.addMember({ actor: one.personas.linus });
      one.addMember({ actor: one.personas.alan });
    });
    const { linus, alan } = project.personas;
    const request_id = await send(project);
    const { participants } = await seen(service, project, request_id);
    const [first, second] = participants[0] === linus.id ? [linus, alan] : [alan, linus];
    return { project, request_id, first, second, now: () => seen(service, project, request_id), ...project.personas };
  }

  it('takes a request from an agent who does not answer, and gives it to the next one, until all have let it pass', async () => {
    const { project, request_id, first, second, now, ada } = await waiting();
    await age(service, project, 59);
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([first.id]);

    await age(service, project, 2);
    await tick('reassignUnanswered');
    const taken = await now();
    expect(taken).toMatchObject({ status: 200, participants: [second.id] });
    expect(Object.keys(taken.attributes.abandoned_by_project_users as object)).toEqual([first.teammateId]);
    const { body: history } = await service.as(ada).listRequestHistory({ request_id });
    expect(history.find(({ event }) => event === 'request.participant_left')).toMatchObject({
      actor: { type: 'system' },
      actionObj: { member: first.id, reason: 'no_answer', source: 'timers' },
    });

    await age(service, project, 61);
    await tick('reassignUnanswered');
    expect(await now()).toMatchObject({ status: 150, participants: [], attributes: { fully_abandoned: true } });
    expect(await typesOf(taken._id, 2)).toEqual(['request.abandoned', 'request.updated']);
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
  });

  it('leaves a request with an agent who has answered, though the requester writes again', async () => {
    const { project, request_id, first, now, vera } = await waiting();
    await service.as(first).sendMessage({ request_id, text: 'One moment' });
    await service.as(vera).sendMessage({ request_id, text: 'Are you there?' });
    await age(service, project, hour);
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([first.id]);
  });

  it('takes no private line for an answer', async () => {
    const { project, request_id, first, second, now } = await waiting();
    await service.as(first).sendMessage({ request_id, text: 'hm', attributes: { subtype: 'private' } });
    await age(service, project, hour);
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([second.id]);
  });

  it('moves nothing while the requester does not wait, and counts from their next message', async () => {
    const { project, request_id, first, second, now, grace, vera } = await waiting();
    await service.as(grace).sendMessage({ request_id, text: 'My colleague will be with you' });
    await age(service, project, hour);
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([first.id]);

    await service.as(vera).sendMessage({ request_id, text: 'When?' });
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([first.id]);
    await age(service, project, 61);
    await tick('reassignUnanswered');
    expect((await now()).participants).toEqual([second.id]);
  });

  it('moves no agent assigned by hand, and none where the project does not enable it', async () => {
    const placed = await waiting();
    await service.as(placed.ada).setParticipants({ request_id: placed.request_id }, { body: [placed.second.id] });
    const off = await waiting({ reassignmentOn: false, reassignmentDelay: 60 });
    for (const { project } of [placed, off]) await age(service, project, hour);
    await tick('reassignUnanswered');
    expect((await placed.now()).participants).toEqual([placed.second.id]);
    expect((await off.now()).participants).toEqual([off.first.id]);
  });
});

describe('idle conversations', () => {
  async function withBot(settings: TestProject['settings'] = {}) {
    const project = await harness.project((one) => {
      one.settings = settings;
      one.addMember({ actor: one.personas.linus });
    });
    const bot = await harness.addBot(project);
    for (const department of project.departments) department.id_bot = bot;
    await harness.syncReadModels(project);
    const request_id = await send(project);
    return { project, bot, request_id, now: () => seen(service, project, request_id), ...project.personas };
  }

  it('are closed after 48 hours with a bot alone, once, and a note keeps none alive', async () => {
    const { project, request_id, now, ada } = await withBot();
    await age(service, project, 47.9 * hour);
    await tick('closeIdle');
    expect((await now()).status).toBe(200);

    await service.as(ada).addNote({ request_id, text: 'still here?' });
    await age(service, project, 0.2 * hour);
    await tick('closeIdle');
    const closed = await now();
    expect(closed).toMatchObject({ status: 1000, closed_by: '_bot_unresponsive' });
    expect((await eventsOf(service, closed._id)).filter(({ type }) => type === 'request.closed')).toHaveLength(1);
  });

  it('stay open while they are lively, pending or served by a human, and where the project says never', async () => {
    const lively = await withBot();
    const pending = await withBot();
    const human = await withBot();
    const never = await withBot({ autoCloseBotHours: 0 });
    await service.as(human.linus).addParticipant({ request_id: human.request_id, member: human.linus.id });
    await service.db.query(`update request set working_status = 'pending' where id_project = $1`, [
      pending.project.projectId,
    ]);
    for (const { project } of [lively, pending, human, never]) await age(service, project, 100 * hour);
    await service.as(lively.vera).sendMessage({ request_id: lively.request_id, text: 'Hello?' });

    await tick('closeIdle');
    for (const { now } of [lively, pending, human, never]) expect((await now()).status).toBe(200);
  });

  it.each([
    ['served', 200],
    ['waiting', 100],
  ])('are closed without a bot, %s, after the hours of the project alone', async (_word, status) => {
    const project = await harness.project((one) => {
      one.settings = { autoCloseAgentHours: 2 };
      if (status === 200) one.addMember({ actor: one.personas.linus });
    });
    const id = await send(project);
    await age(service, project, 1.9 * hour);
    await tick('closeIdle');
    expect((await seen(service, project, id)).status).toBe(status);

    await age(service, project, 0.2 * hour);
    await tick('closeIdle');
    expect(await seen(service, project, id)).toMatchObject({ status: 1000, closed_by: 'system' });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
  });
});

describe('the reopen window', () => {
  async function closed(settings: TestProject['settings'] = {}) {
    const project = await harness.project((one) => {
      one.settings = settings;
      one.addMember({ actor: one.personas.linus });
    });
    const request_id = await send(project);
    await service.as(project.personas.linus).closeRequest({ request_id });
    const say = (text: string, attributes = {}) =>
      service.as(project.personas.vera).sendMessage({ request_id, text, attributes });
    const said = async () => (await service.as(project.personas.ada).listMessages({ request_id })).body.length;
    return { project, request_id, say, said, now: () => seen(service, project, request_id), ...project.personas };
  }

  it('lets a message an hour later reopen the conversation', async () => {
    const { project, say, now, linus } = await closed();
    await age(service, project, hour);
    expect((await say('One more thing')).status).toBe(200);
    expect(await now()).toMatchObject({ status: 200, participants: [linus.id] });
  });

  it('refuses a message after it and stores nothing, but keeps a hidden one', async () => {
    const { project, say, said, now } = await closed();
    await age(service, project, 721 * hour);
    const before = await said();

    expect(await say('Too late')).toMatchObject({ status: 409, body: { code: 'request_closed', hint: /request_id/ } });
    expect(await said()).toBe(before);
    expect((await say('seen', { subtype: 'info' })).status).toBe(200);
    expect(await said()).toBe(before + 1);
    expect((await now()).status).toBe(1000);
  });

  it('is as wide as the project says', async () => {
    const { project, say } = await closed({ reopenWindowHours: 2 });
    await age(service, project, 3 * hour);
    expect((await say('Too late')).status).toBe(409);
  });
});

describe('the queue', () => {
  it('serves at the opening minute, the oldest first, without a call', async () => {
    const project = await harness.project((one) => one.addMember({ limit: 1 }));
    project.opensAt = new Date(Date.now() + 600);
    const ids = [await send(project), await send(project)];
    expect((await seen(service, project, ids[0] ?? '')).status).toBe(100);

    await eventually(async () => expect((await seen(service, project, ids[0] ?? '')).status).toBe(200));
    expect((await seen(service, project, ids[1] ?? '')).status).toBe(100);
  });

  it('ends a pause by itself, on whichever replica looks', async () => {
    const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
    const bot = await harness.addBot(project);
    for (const department of project.departments) department.id_bot = bot;
    await harness.syncReadModels(project);
    const request_id = await send(project);
    const robby = { ...project.personas.ada, kind: 'bot', id: bot } as Actor;
    await service.as(robby).removeParticipant({ request_id, participant_id: bot });
    await service.runJob('sweepQueue');
    expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });

    await age(service, project, 4.5);
    // The other one has never heard of the pause: it reads it from the row.
    await other.runJob('sweepQueue');
    await eventually(async () =>
      expect((await seen(service, project, request_id)).participants).toEqual([project.personas.linus.id]),
    );
  });
});
