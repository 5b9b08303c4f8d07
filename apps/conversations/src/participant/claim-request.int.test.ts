import { type Actor, botDeleted, botTrashed, requestClosed } from '@parley/contracts';
import { appendToOutbox } from '@parley/service-kit/outbox';
import { amountOf } from '@parley/testkit';

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

/** A request that waits to be claimed. */
async function pooled(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
    one.addDepartment({ routing: 'pooled' });
    setUp(one);
  });
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { project, request_id, ...project.personas };
}

describe('claiming', () => {
  it('by many at once gives it to one, and names the winner to all others', async () => {
    const crowd: Actor[] = [];
    const { project, request_id } = await pooled((one) => {
      for (let count = 0; count < 20; count++) crowd.push(one.addMember());
    });

    const answers = await Promise.all(
      crowd.map((agent, index) => (index % 2 ? service : other).as(agent).claimRequest({ request_id })),
    );

    const winners = crowd.filter((_, index) => answers[index]?.status === 200);
    expect(winners).toHaveLength(1);
    const [winner] = winners;
    const lost = answers.filter(({ status }) => status === 409);
    expect(lost).toHaveLength(19);
    for (const { body } of lost) {
      expect(body).toMatchObject({
        code: 'already_claimed',
        conflict: winner?.teammateId,
        winner: { id_user: winner?.id, fullname: winner?.name, since: expect.any(String) },
      });
    }
    expect(await seen(service, project, request_id)).toMatchObject({ status: 200, participants: [winner?.id] });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({ [winner?.id ?? '']: 1 });
  });

  it('takes it from a bot in one change, is nothing twice, and stops at the limit and at the end', async () => {
    const { project, request_id, linus, alan, ada } = await pooled((one) =>
      one.setMember(one.personas.alan, { limit: 0 }),
    );
    const bot = await harness.addBot(project);
    await service.as(ada).addParticipant({ request_id, member: bot });

    expect((await service.as(alan).claimRequest({ request_id })).body).toMatchObject({
      code: 'capacity_reached',
      limit: 0,
      held: 0,
    });
    const { body } = await service.as(linus).claimRequest({ request_id });
    expect(body).toMatchObject({ participants: [linus.id], hasBot: false });
    expect((await service.as(linus).claimRequest({ request_id })).body.__v).toBe(body.__v);
    const assigned = (await eventsOf(service, body._id)).find(({ type }) => type === 'request.assigned');
    expect(assigned?.data).toMatchObject({
      assigneeId: linus.id,
      assignmentType: 'self_join',
      source: 'claim',
      removedParticipants: [`bot_${bot}`],
      decision: { rule: 'claim', winner: linus.id },
    });
    await service.as(linus).closeRequest({ request_id });
    expect((await service.as(linus).claimRequest({ request_id })).body).toMatchObject({ code: 'request_closed' });
  });

  it('is for people of the team alone', async () => {
    const { request_id, robby, vera } = await pooled();

    expect((await service.as(robby).claimRequest({ request_id })).status).toBe(403);
    expect((await service.as(vera).claimRequest({ request_id })).status).toBe(403);
  });
});

describe('a placement at the limit', () => {
  it('is refused to agents and bots, and recorded as over capacity when an admin makes it', async () => {
    const { request_id, linus, alan, grace, robby, project } = await pooled((one) =>
      one.setMember(one.personas.alan, { limit: 0 }),
    );
    const member = alan.id;

    for (const by of [linus, alan, robby]) {
      const refused = [
        await service.as(by).addParticipant({ request_id, member }),
        await service.as(by).setParticipants({ request_id }, { body: [member] }),
      ];
      expect(refused.map(({ status, body }) => [status, body.code])).toEqual(Array(2).fill([409, 'capacity_reached']));
    }
    const { body } = await service.as(grace).addParticipant({ request_id, member });
    expect(body).toMatchObject({ status: 200, participants: [alan.id] });
    const [assigned] = (await eventsOf(service, body._id)).filter(({ type }) => type === 'request.assigned');
    expect(assigned?.data).toMatchObject({ decision: { rule: 'explicit', over_capacity: true } });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({ [alan.id]: 1 });
  });
});

describe('replacing the bot', () => {
  it('makes the named bot the only participant, and returns its root bot', async () => {
    const { project, request_id, linus } = await pooled();
    const root = await harness.addBot(project, 'Root');
    const copy = await harness.addBot(project, 'Copy', { root_id: root });
    await service.as(linus).claimRequest({ request_id });

    const byName = await service.as(linus).replaceBot({ request_id, name: 'Copy' });
    expect(byName.body).toMatchObject({ participants: [`bot_${copy}`], replaced_bot_root_id: root, status: 200 });
    const bySlug = await service.as(linus).replaceBot({ request_id, slug: 'root' });
    expect(bySlug.body).toMatchObject({ participants: [`bot_${root}`], replaced_bot_root_id: root });
    const byId = await service.as(linus).replaceBot({ request_id, id: copy });
    expect(byId.body).toMatchObject({ participants: [`bot_${copy}`] });
    expect((await seatsOf(service, project.projectId)).counted).toEqual({});
  });

  it('knows no other bot, says when bots cannot be asked, and changes nothing then', async () => {
    const { project, request_id, linus } = await pooled();
    const elsewhere = await harness.addBot(await harness.project());
    const before = await seen(service, project, request_id);

    expect((await service.as(linus).replaceBot({ request_id, id: elsewhere })).body.code).toBe('bot_not_found');
    expect((await service.as(linus).replaceBot({ request_id, name: 'Nobody' })).body.code).toBe('bot_not_found');
    expect((await service.as(linus).replaceBot({ request_id, name: 'a', slug: 'b' })).status).toBe(422);
    expect((await service.as(linus).replaceBot({ request_id })).status).toBe(422);
    project.botsDown = true;
    expect(await service.as(linus).replaceBot({ request_id, name: 'Root' })).toMatchObject({
      status: 503,
      body: { code: 'dependency_down' },
    });
    expect(await seen(service, project, request_id)).toEqual(before);
  });
});

describe('a bot that is gone', () => {
  async function publishBot(project: TestProject, bot: string, deleted: boolean) {
    const record = { _id: bot, id: bot, __v: 2, id_project: project.projectId, name: 'Robby', type: 'internal' };
    const now = new Date().toISOString();
    const data = { bot: { ...record, trashed: true, createdAt: now, updatedAt: now } };
    const event = deleted ? botDeleted({ ...data, wasTrashed: false }) : botTrashed(data);
    const aggregate = { noun: 'bot', id: bot, version: 2 };
    const { projectId } = project;
    await service.db.transaction(() => appendToOutbox(service.db, [{ event, aggregate, projectId, actor: 'system' }]));
    await service.settled();
    await harness.queueIdle();
  }

  it.each([false, true])(
    'leaves its requests, and people take over where it was alone (deleted: %s)',
    async (deleted) => {
      const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, limit: 1 }));
      const { vera, linus, grace } = project.personas;
      const bot = await harness.addBot(project);
      Object.assign(project.departments[0] ?? {}, { id_bot: bot });
      await harness.syncReadModels(project);
      const ids = [0, 1, 2].map(() => newRequestId(project.projectId));
      for (const request_id of ids) await service.as(vera).sendMessage({ request_id, text: 'Hello' });
      const [alone = '', beside = '', closed = ''] = ids;
      await service.as(grace).setParticipants({ request_id: beside }, { body: [`bot_${bot}`, grace.id] });
      await service.as(grace).closeRequest({ request_id: closed });

      await publishBot(project, bot, deleted);

      expect(await seen(service, project, alone)).toMatchObject({ status: 200, participants: [linus.id] });
      expect(await seen(service, project, beside)).toMatchObject({ status: 200, participants: [grace.id] });
      expect(await seen(service, project, closed)).toMatchObject({ status: 1000, participants: [`bot_${bot}`] });
      const { _id } = await seen(service, project, alone);
      const events = (await eventsOf(service, _id)).filter(({ type }) => type.startsWith('request.')).slice(-5);
      expect(events.map(({ type }) => type)).toEqual([
        ...['request.routed', 'request.participant_left', 'request.participant_joined', 'request.assigned'],
        'request.updated',
      ]);
      expect(events[1]?.data).toMatchObject({ member: `bot_${bot}`, reason: 'bot_removed' });
    },
  );
});

/** A small generator, so that a failing run can be repeated by its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it.each(Array.from({ length: amountOf({ quick: 4, soak: 60 }) }, (_, seed) => seed))(
  'keeps its invariants when routing, claims, patches and a closing meet (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const { project, request_id, ada, grace, linus, alan } = await pooled((one) => {
      one.setMember(one.personas.linus, { limit: 1 });
    });
    const assigned = project.addDepartment({ routing: 'assigned', name: 'Sales' });
    await harness.syncReadModels(project);
    const bot = await harness.addBot(project);
    const act = (by: Actor) => {
      const caller = (random(2) ? service : other).as(by);
      const status = [50, 100, 200, 1000][random(4)] ?? 100;
      const kinds = [
        () => caller.claimRequest({ request_id }),
        () => caller.routeRequest({ request_id, departmentid: assigned._id, nobot: true }),
        () => caller.handOffRequest({ request_id }),
        () => caller.replaceBot({ request_id, id: bot }),
        () => caller.updateRequest({ request_id, status }),
        () => caller.updateRequest({ request_id, workingStatus: random(2) ? 'pending' : 'open' }),
      ];
      return (kinds[random(kinds.length)] ?? kinds[0])?.();
    };

    const answers = await Promise.all([
      ...[ada, grace, linus, alan, ada].map(act),
      service.as(project.personas.vera).closeOwnRequest({ request_id }),
      ...[linus, grace, alan].map(act),
    ]);
    await harness.queueIdle();

    expect(answers.map((answer) => answer?.status).filter((status) => (status ?? 500) >= 500)).toEqual([]);
    const request = await seen(service, project, request_id);
    expect(request.status === 200).toBe(request.status < 1000 && request.participants.length > 0);
    expect(request.hasBot).toBe(request.participantsBots.length > 0);
    const isClosed = request.status === 1000;
    expect([request.closed_at, request.closed_by, request.duration].map((value) => value !== undefined)).toEqual(
      Array(3).fill(isClosed),
    );
    const { counted, recount } = await seatsOf(service, project.projectId);
    expect(counted).toEqual(recount);
    const closings = (await service.outbox(requestClosed, project.projectId)).filter(
      ({ data }) => data.request._id === request._id,
    );
    const { body: messages } = await service.as(ada).listMessages({ request_id });
    const lines = messages.filter(({ attributes }) => JSON.stringify(attributes).includes('CHAT_CLOSED'));
    expect(lines).toHaveLength(closings.length);
  },
);
