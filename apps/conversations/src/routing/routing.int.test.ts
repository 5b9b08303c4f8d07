import { type Actor, requestAssigned } from '@parley/contracts';
import { eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  service = await harness.start();
  other = await harness.start();
});
afterAll(() => harness.stop());

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const nth = (index: number) => (index % 2 ? other : service);

interface Row {
  requestId: string;
  status: number;
  participants: string[];
  waitingSince: Date;
}
const rows = (project: TestProject) =>
  service.db.query<Row>(
    `select request_id as "requestId", status, participants, waiting_since as "waitingSince" from request
      where id_project = $1 order by waiting_since, id`,
    [project.projectId],
  );

async function send(project: TestProject, index = 0): Promise<string> {
  const request_id = newRequestId(project.projectId);
  const { vera } = project.personas;
  const { status } = await nth(index)
    .as(vera)
    .sendMessage({ request_id, text: `request ${index}` });
  expect(status).toBe(200);
  return request_id;
}

async function balanced(project: TestProject): Promise<Record<string, number>> {
  const { counted, recount } = await seatsOf(service, project.projectId);
  expect(counted).toEqual(recount);
  return counted;
}

it('fills ten agents to their limit and not further, and lets the others wait', async () => {
  const agents: Actor[] = [];
  const project = await harness.project((one) => {
    agents.push(...times(10).map(() => one.addMember({ limit: 4 })));
  });

  await Promise.all(times(60).map((index) => send(project, index)));
  await harness.queueIdle();

  expect(await balanced(project)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, 4])));
  const all = await rows(project);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(all.filter(({ status }) => status === 100)).toHaveLength(20);
  // At the instant of each decision the winner had free capacity.
  const decisions = await service.outbox(requestAssigned, project.projectId);
  const held = decisions.map(
    ({ data }) => data.decision?.candidates?.find((one) => one.id_user === data.decision?.winner)?.held,
  );
  expect(held).toHaveLength(40);
  expect(Math.max(...held.map((count) => count ?? 99))).toBeLessThan(4);
});

it('gives each freed seat to the request that waits longest', async () => {
  const project = await harness.project((one) => times(2).map(() => one.addMember({ limit: 2 })));
  const { ada } = project.personas;
  for (const index of times(12)) await send(project, index);
  const inOrder = (await rows(project)).map(({ requestId }) => requestId);

  for (const index of times(12)) {
    const served = (await rows(project)).filter(({ status }) => status === 200);
    expect(served.map(({ requestId }) => requestId)).toEqual(inOrder.slice(index, index + 4));
    const { status } = await nth(index).as(ada).closeRequest({ request_id: inOrder[index] });
    expect(status).toBe(200);
    await harness.queueIdle();
  }

  expect((await rows(project)).every(({ status }) => status === 1000)).toBe(true);
  expect(await balanced(project)).toEqual({});
});

it('fills all seats that become free at once, each with one transaction and one question to workspace for many', async () => {
  const project = await harness.project((one) => times(10).map(() => one.addMember({ limit: 2 })));
  for (const index of times(60)) await send(project, index);
  const inOrder = (await rows(project)).map(({ requestId }) => requestId);
  const locks = new CountedReads(service.db, 'lock_free_request');
  const asked = project.version;

  const { statements } = await locks.of(async () => {
    const closing = inOrder
      .slice(0, 20)
      .map((request_id) => service.as(project.personas.ada).closeRequest({ request_id }));
    expect((await Promise.all(closing)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    await harness.queueIdle();
  });

  const served = (await rows(project)).filter(({ status }) => status === 200);
  expect(served.map(({ requestId }) => requestId)).toEqual(inOrder.slice(20, 40));
  expect(statements).toBeLessThan(40);
  expect(project.version - asked).toBeLessThan(20);
});

it('shares requests evenly, and alternates when they come one by one', async () => {
  const four: Actor[] = [];
  const crowd = await harness.project((one) => {
    four.push(...times(4).map(() => one.addMember()));
  });
  await Promise.all(times(40).map((index) => send(crowd, index)));
  expect(await balanced(crowd)).toEqual(Object.fromEntries(four.map(({ id }) => [id, 10])));

  const pair = await harness.project((one) => times(2).map(() => one.addMember()));
  for (const index of times(6)) await send(pair, index);
  const chosen = (await rows(pair)).map(({ participants }) => participants[0]);
  expect(chosen).toEqual([0, 1, 0, 1, 0, 1].map((index) => chosen[index]));
  expect(chosen[0]).not.toBe(chosen[1]);
});

it('never chooses an agent who has switched to unavailable before', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
  });
  const { linus, alan } = project.personas;
  for (const index of times(20)) {
    const [here, away] = index % 2 ? [linus, alan] : [alan, linus];
    project.setMember(here, { available: true });
    project.setMember(away, { available: false });
    const request_id = await send(project, index);
    expect((await seen(service, project, request_id)).participants).toEqual([here.id]);
  }
});

it('removes no agent when a limit is lowered, and assigns nothing new', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { linus, alan, ada } = project.personas;
  project.addMember({ actor: alan, available: false });
  const first = await send(project);
  await send(project);
  project.setMember(linus, { limit: 1 });
  await harness.syncReadModels(project);

  const third = await send(project);
  await harness.queueIdle();
  expect((await seen(service, project, first)).participants).toEqual([linus.id]);
  expect((await seen(service, project, third)).status).toBe(100);

  const place = (by: Actor) => service.as(by).addParticipant({ request_id: third, member: linus.id });
  expect(await place(alan)).toMatchObject({ status: 409, body: { code: 'capacity_reached', limit: 1, held: 2 } });
  expect(await place(linus)).toMatchObject({ status: 409, body: { code: 'capacity_reached' } });
  const placed = await place(ada);
  expect(placed).toMatchObject({ status: 200, body: { participants: [linus.id] } });
  const assigned = (await eventsOf(service, placed.body._id)).find(({ type }) => type === 'request.assigned');
  expect(assigned?.data.decision).toMatchObject({ over_capacity: true });
  expect(await balanced(project)).toEqual({ [linus.id]: 3 });
});

it('marks a request abandoned when all available agents have left it, until another can take it', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
  });
  const { linus, alan } = project.personas;
  const request_id = await send(project);
  const people = new Map([linus, alan].map((one) => [one.id, one]));

  for (const left of times(2)) {
    const before = await eventually(async () => {
      const now = await seen(service, project, request_id);
      expect(now.participants).toHaveLength(1);
      return now;
    });
    const person = people.get(before.participants[0] ?? '') ?? linus;
    const answer = await service.as(person).removeParticipant({ request_id, participant_id: person.id });
    expect(answer.body).toMatchObject({ status: 100, participants: [] });
    expect(Object.keys((answer.body.attributes.abandoned_by_project_users ?? {}) as object)).toHaveLength(left + 1);
    await harness.queueIdle();
  }
  const abandoned = await seen(service, project, request_id);
  expect(abandoned).toMatchObject({ status: 150, attributes: { fully_abandoned: true } });

  const third = project.addMember();
  await harness.syncReadModels(project);
  service.context.queue.wake(project.projectId);
  await harness.queueIdle();

  const taken = await seen(service, project, request_id);
  expect(taken).toMatchObject({ status: 200, participants: [third.id] });
  expect(taken.attributes).not.toHaveProperty('fully_abandoned');
  const events = await eventsOf(service, taken._id);
  expect(events.filter(({ type }) => type === 'request.abandoned')).toHaveLength(1);
});

it('waits, and is not abandoned, when no agent is available', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { linus } = project.personas;
  const request_id = await send(project);
  project.setMember(linus, { available: false });
  await service.as(linus).removeParticipant({ request_id, participant_id: linus.id });
  await harness.queueIdle();
  expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });
});

it('lets new requests wait outside operating hours and serves them oldest first when it opens', async () => {
  const project = await harness.project((one) => one.addMember({ limit: 1 }));
  project.open = false;
  const ids = [await send(project), await send(project)];
  expect((await rows(project)).map(({ status }) => status)).toEqual([100, 100]);

  project.open = true;
  await service.runJob('sweepQueue');

  expect((await seen(service, project, ids[0] ?? '')).status).toBe(200);
  expect((await seen(service, project, ids[1] ?? '')).status).toBe(100);
});

it('gives no request back to an agent who left it, even without department or with a deleted one', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addMember({ actor: one.personas.alan });
    one.addDepartment();
    one.addDepartment({ name: 'Sales' });
  });
  const { linus, alan, ada, vera } = project.personas;
  const [, sales] = project.departments;
  const bare = newRequestId(project.projectId);
  await service.as(ada).createRequest({ request_id: bare, first_text: 'x', participants: [linus.id] });
  const sold = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id: sold, text: 'x', departmentid: sales?._id });
  await service.as(linus).setParticipants({ request_id: sold }, { body: [linus.id] });
  project.departments.pop();

  for (const request_id of [bare, sold]) {
    await service.as(linus).removeParticipant({ request_id, participant_id: linus.id });
    await service.settled();
    expect((await seen(service, project, request_id)).participants).toEqual([alan.id]);
  }
  expect((await seen(service, project, bare)).department).toBeUndefined();
  expect((await seen(service, project, sold)).department?._id).toBe(sales?._id);
});

it('leaves a conversation that begins with a hidden message to the agent who has taken it meanwhile', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, grace } = project.personas;
  const request_id = newRequestId(project.projectId);
  const hidden = await service.as(vera).sendMessage({ request_id, text: '/start', attributes: { subtype: 'info' } });
  expect(hidden.body.request).toMatchObject({ status: 50, preflight: true });
  await service.as(grace).addParticipant({ request_id, member: grace.id });

  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  expect(await seen(service, project, request_id)).toMatchObject({
    preflight: false,
    first_text: 'Hello',
    participants: [grace.id],
  });
});

it('leaves pooled requests to be claimed', async () => {
  const project = await harness.project((one) => {
    one.addMember({ actor: one.personas.linus });
    one.addDepartment({ routing: 'pooled' });
  });
  const request_id = await send(project);
  await harness.queueIdle();
  expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });
});

it('remembers every decision: the winner held least among those who could', async () => {
  const project = await harness.project((one) => times(3).map(() => one.addMember()));
  const ids = [];
  for (const index of times(5)) ids.push(await send(project, index));
  for (const request_id of ids) {
    const { body } = await service.as(project.personas.ada).listRequestHistory({ request_id });
    const decision = body.find(({ event }) => event === 'request.assigned')?.decision;
    const eligible = decision?.candidates?.filter((one) => one.eligible) ?? [];
    const winner = eligible.find((one) => one.id_user === decision?.winner);
    expect(winner?.held).toBe(Math.min(...eligible.map((one) => one.held)));
  }
});
