import { type Actor, teammateRemoved } from '@parley/contracts';
import { actor, amountOf } from '@parley/testkit';

import { type ConversationsService, type SharedConversations, sharedConversations } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject, teammateOf } from '../../test/test-project.ts';

let harness: SharedConversations;
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  harness = await sharedConversations();
  service = harness.first;
  other = await harness.second();
});

async function withBot(setUp: (project: TestProject) => void = () => undefined) {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
    setUp(one);
  });
  const bot = await harness.addBot(project);
  Object.assign(project.departments[0] ?? {}, { id_bot: bot });
  // The read model has the bot too, in case workspace is slow to answer.
  await harness.syncReadModels(project);
  const request_id = newRequestId(project.projectId);
  await service.as(project.personas.vera).sendMessage({ request_id, text: 'Hello' });
  return { project, bot, request_id, ...project.personas };
}

it('lets all bots leave in the same change when a human joins', async () => {
  const { project, bot, request_id, linus } = await withBot();

  const { body } = await service.as(linus).addParticipant({ request_id, member: linus.id });

  expect(body).toMatchObject({ participants: [linus.id], hasBot: false, participantsBots: [] });
  const events = (await eventsOf(service, body._id)).slice(-7);
  expect(events.map(({ type }) => type)).toEqual([
    'request.participant_joined',
    'request.assigned',
    'request.participant_left',
    'message.created',
    'message.created',
    'message.created',
    'request.updated',
  ]);
  expect(events.find(({ type }) => type === 'request.participant_left')?.data).toMatchObject({
    member: `bot_${bot}`,
    memberType: 'bot',
    reason: 'bot_yields',
  });
  const isMessage = ({ type }: { type: string }) => type === 'message.created';
  const records = events.filter((event) => !isMessage(event)).map(({ data }) => data.request);
  expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(1);
  // Of the same record, what its readers need.
  for (const { data } of events.filter(isMessage)) expect(records[0]).toMatchObject(data.request as object);
  const again = await service.as(linus).addParticipant({ request_id, member: linus.teammateId ?? '' });
  expect(again.body.__v).toBe(body.__v);
  expect((await seatsOf(service, project.projectId)).counted).toEqual({ [linus.id]: 1 });
});

it('keeps a bot that is added beside a human, and sets exactly who is named', async () => {
  const { bot, request_id, linus, alan } = await withBot();
  await service.as(linus).addParticipant({ request_id, member: linus.id });

  expect((await service.as(linus).addParticipant({ request_id, member: bot })).body.participants).toEqual([
    linus.id,
    `bot_${bot}`,
  ]);
  const set = await service.as(linus).setParticipants({ request_id }, { body: [alan.teammateId, `bot_${bot}`] });
  expect(set.body).toMatchObject({ participants: [`bot_${bot}`, alan.id], participantsAgents: [alan.id] });
  const same = await service.as(linus).setParticipants({ request_id }, { body: [`bot_${bot}`, alan.id] });
  expect(same.body.__v).toBe(set.body.__v);
});

it('draws in no human while a client swaps one bot for another', async () => {
  const { project, bot, request_id, robby } = await withBot();
  const second = await harness.addBot(project, 'Second');

  const gone = await service.as(robby).removeParticipant({ request_id, participant_id: `bot_${bot}` });
  expect(gone.body).toMatchObject({ status: 100, participants: [] });
  await service.runJob('sweepQueue');
  const { body } = await service.as(robby).addParticipant({ request_id, member: second });

  expect(body).toMatchObject({ status: 200, participants: [`bot_${second}`] });
  expect((await seatsOf(service, project.projectId)).counted).toEqual({});
});

it('refuses an id that is no active member or bot of the project, and stores nothing', async () => {
  const { project, request_id, linus } = await withBot();
  const elsewhere = await harness.project();
  const foreignBot = await harness.addBot(elsewhere);
  const disabled = project.addMember({ disabled: true });
  await harness.syncReadModels(project);
  const before = await seen(service, project, request_id);

  for (const member of ['stranger', disabled.id, foreignBot, `bot_${foreignBot}`, project.personas.vera.id]) {
    expect((await service.as(linus).addParticipant({ request_id, member })).status).toBe(422);
    expect((await service.as(linus).setParticipants({ request_id }, { body: [linus.id, member] })).body).toMatchObject({
      errors: [{ param: '1' }],
    });
  }
  expect((await service.as(linus).setParticipants({ request_id }, { body: { member: linus.id } })).status).toBe(422);
  expect(await seen(service, project, request_id)).toEqual(before);
});

it('lets agents remove themselves and bots, and others only where they serve', async () => {
  const { request_id, linus, alan, grace } = await withBot();
  await service.as(linus).addParticipant({ request_id, member: linus.id });

  expect((await service.as(alan).removeParticipant({ request_id, participant_id: linus.id })).body.code).toBe(
    'not_a_participant',
  );
  const unchanged = await service.as(alan).removeParticipant({ request_id, participant_id: 'unknown-user' });
  expect(unchanged).toMatchObject({ status: 200, body: { participants: [linus.id] } });
  const removed = await service.as(grace).removeParticipant({ request_id, participant_id: linus.id });
  expect(removed.body).toMatchObject({ status: 100, participants: [] });
});

it('refuses changes of participants on a closed request, except shortening the list', async () => {
  const { project, request_id, linus, grace } = await withBot();
  await service.as(linus).addParticipant({ request_id, member: linus.id });
  await service.as(linus).closeRequest({ request_id });

  expect((await service.as(grace).addParticipant({ request_id, member: grace.id })).body).toMatchObject({
    code: 'request_closed',
    hint: expect.any(String),
  });
  expect((await service.as(grace).setParticipants({ request_id }, { body: [] })).body.code).toBe('request_closed');
  const { body } = await service.as(grace).removeParticipant({ request_id, participant_id: linus.id });
  expect(body).toMatchObject({ status: 1000, participants: [], attributes: {} });
  expect((await seatsOf(service, project.projectId)).counted).toEqual({});
});

it('reveals nothing to an actor of another project', async () => {
  const { request_id } = await withBot();
  const stranger = actor({ role: 'owner' });
  for (const answer of [
    await service.as(stranger).addParticipant({ request_id, member: 'x' }),
    await service.as(stranger).setParticipants({ request_id }, { body: [] }),
    await service.as(stranger).removeParticipant({ request_id, participant_id: 'x' }),
    await service.as(stranger).closeRequest({ request_id }),
    await service.as(stranger).reopenRequest({ request_id }),
    await service.as(stranger).rateRequest({ request_id, rate: 1 }),
    await service.as(stranger).addNote({ request_id, text: 'x' }),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'request_not_found' } });
  }
});

it('hands the requests of a removed agent to others, the oldest first', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus, alan } = project.personas;
  const ids = [];
  for (let count = 0; count < 4; count++) {
    const request_id = newRequestId(project.projectId);
    await service.as(vera).sendMessage({ request_id, text: 'Hello' });
    ids.push(request_id);
  }
  project.addMember({ actor: alan, limit: 3 });
  project.setMember(linus, { disabled: true, available: false });
  await harness.syncReadModels(project);

  const teammate = teammateOf(project, linus);
  await harness.publish(project, teammateRemoved({ teammate, deleteType: 'soft' }), linus);

  const after = await Promise.all(ids.map((id) => seen(service, project, id)));
  expect(after.map(({ participants }) => participants)).toEqual([[alan.id], [alan.id], [alan.id], []]);
  expect((await seatsOf(service, project.projectId)).counted).toEqual({ [alan.id]: 3 });
  const left = (await eventsOf(service, after[0]?._id ?? '')).find(({ type }) => type === 'request.participant_left');
  expect(left?.data).toMatchObject({ member: linus.id, reason: 'teammate_removed' });
});

it('gives a waiting request to an agent who becomes available', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus, available: false }));
  const { vera, linus } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  project.setMember(linus, { available: true });

  const data = {
    teammate: teammateOf(project, linus),
    user_available: true,
    previous: { user_available: false },
    updateType: 'self',
    source: 'api',
  };
  await harness.publish(project, { type: 'teammate.availability_changed', data }, linus);

  expect((await seen(service, project, request_id)).participants).toEqual([linus.id]);
});

/** A small generator, so that a failing run can be repeated by its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

it.each(Array.from({ length: amountOf({ quick: 5, soak: 100 }) }, (_, seed) => seed))(
  'keeps its invariants when admins, agents and a closing meet (seed %i)',
  async (seed) => {
    const random = randomOf(seed);
    const { project, bot, request_id, ada, grace, linus, alan } = await withBot((one) => {
      one.setMember(one.personas.linus, { limit: 1 });
    });
    const people = [linus.id, alan.id, `bot_${bot}`];
    const act = (by: Actor) => {
      const caller = (random(2) ? service : other).as(by);
      const member = people[random(people.length)] ?? '';
      const kinds = [
        () => caller.addParticipant({ request_id, member }),
        () => caller.removeParticipant({ request_id, participant_id: member }),
        () => caller.setParticipants({ request_id }, { body: random(2) ? [member] : [] }),
        () => caller.reopenRequest({ request_id }),
        () => caller.sendMessage({ request_id, text: 'x' }),
      ];
      return (kinds[random(kinds.length)] ?? kinds[0])?.();
    };

    const answers = await Promise.all([
      ...[ada, grace, linus, alan, ada, linus].map(act),
      service.as(project.personas.vera).closeOwnRequest({ request_id }),
      ...[grace, alan].map(act),
    ]);
    await harness.queueIdle();

    expect(answers.map((answer) => answer?.status).filter((status) => (status ?? 500) >= 500)).toEqual([]);
    const request = await seen(service, project, request_id);
    expect(request.status === 200).toBe(request.status < 1000 && request.participants.length > 0);
    expect(request.hasBot).toBe(request.participantsBots.length > 0);
    expect(
      [request.closed_at, request.closed_by, request.duration].every(
        (value) => (value !== undefined) === (request.status === 1000),
      ),
    ).toBe(true);
    const { counted, recount } = await seatsOf(service, project.projectId);
    expect(counted).toEqual(recount);
    const { body: history } = await service.as(ada).listRequestHistory({ request_id });
    const members = new Set<string>();
    for (const { event, actionObj } of history) {
      if (event === 'request.participant_joined') members.add(String(actionObj.member));
      if (event === 'request.participant_left') members.delete(String(actionObj.member));
    }
    expect([...members].sort()).toEqual([...request.participants].sort());
    expect(history.at(-1)?.status?.to).toBe(request.status);
  },
);
