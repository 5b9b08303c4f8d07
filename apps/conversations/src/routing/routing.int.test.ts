import { type Actor, requestAssigned } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { eventually } from '@parley/testkit';

import { CountedReads } from '../../test/counted-reads.ts';
import { type ConversationsService, Desk } from '../../test/desk.ts';
import { newRequestId, type Office } from '../../test/office.ts';
import { eventsOf, seatsOf, seen } from '../../test/seen.ts';

const desk = new Desk();
let service: ConversationsService;
let other: ConversationsService;

beforeAll(async () => {
  service = await desk.start();
  other = await desk.start();
});
afterAll(() => desk.stop());

const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const nth = (index: number) => (index % 2 ? other : service);

interface Row {
  requestId: string;
  status: number;
  participants: string[];
  waitingSince: Date;
}
const rows = (office: Office) =>
  service.db.query<Row>(
    `select request_id as "requestId", status, participants, waiting_since as "waitingSince" from request
      where id_project = $1 order by waiting_since, id`,
    [office.projectId],
  );

async function send(office: Office, index = 0): Promise<string> {
  const request_id = newRequestId(office.projectId);
  const { vera } = office.personas;
  const { status } = await nth(index)
    .as(vera)
    .sendMessage({ request_id, text: `request ${index}` });
  expect(status).toBe(200);
  return request_id;
}

async function balanced(office: Office): Promise<Record<string, number>> {
  const { counted, recount } = await seatsOf(service, office.projectId);
  expect(counted).toEqual(recount);
  return counted;
}

it('fills ten agents to their limit and not further, and lets the others wait', async () => {
  const agents: Actor[] = [];
  const office = await desk.office((one) => {
    agents.push(...times(10).map(() => one.hire({ limit: 4 })));
  });

  await Promise.all(times(60).map((index) => send(office, index)));
  await desk.quiet();

  expect(await balanced(office)).toEqual(Object.fromEntries(agents.map(({ id }) => [id, 4])));
  const all = await rows(office);
  expect(all.filter(({ status }) => status === 200)).toHaveLength(40);
  expect(all.filter(({ status }) => status === 100)).toHaveLength(20);
  // At the instant of each decision the winner had room.
  const decisions = (await service.outbox(requestAssigned)).filter(({ idproject }) => idproject === office.projectId);
  const held = decisions.map(
    ({ data }) => data.decision?.candidates?.find((one) => one.id_user === data.decision?.winner)?.held,
  );
  expect(held).toHaveLength(40);
  expect(Math.max(...held.map((count) => count ?? 99))).toBeLessThan(4);
});

it('gives each freed seat to the request that waits longest', async () => {
  const office = await desk.office((one) => times(2).map(() => one.hire({ limit: 2 })));
  const { ada } = office.personas;
  for (const index of times(12)) await send(office, index);
  const inOrder = (await rows(office)).map(({ requestId }) => requestId);

  for (const index of times(12)) {
    const served = (await rows(office)).filter(({ status }) => status === 200);
    expect(served.map(({ requestId }) => requestId)).toEqual(inOrder.slice(index, index + 4));
    const { status } = await nth(index).as(ada).closeRequest({ request_id: inOrder[index] });
    expect(status).toBe(200);
    await desk.quiet();
  }

  expect((await rows(office)).every(({ status }) => status === 1000)).toBe(true);
  expect(await balanced(office)).toEqual({});
});

it('fills all seats that become free at once, each with one transaction and one question to workspace for many', async () => {
  const office = await desk.office((one) => times(10).map(() => one.hire({ limit: 2 })));
  for (const index of times(60)) await send(office, index);
  const inOrder = (await rows(office)).map(({ requestId }) => requestId);
  const locks = new CountedReads(service.db, 'lock_free_request');
  const asked = office.version;

  const { statements } = await locks.of(async () => {
    const closing = inOrder
      .slice(0, 20)
      .map((request_id) => service.as(office.personas.ada).closeRequest({ request_id }));
    expect((await Promise.all(closing)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    await desk.quiet();
  });

  const served = (await rows(office)).filter(({ status }) => status === 200);
  expect(served.map(({ requestId }) => requestId)).toEqual(inOrder.slice(20, 40));
  expect(statements).toBeLessThan(40);
  expect(office.version - asked).toBeLessThan(20);
});

it('shares requests evenly, and alternates when they come one by one', async () => {
  const four: Actor[] = [];
  const crowd = await desk.office((one) => {
    four.push(...times(4).map(() => one.hire()));
  });
  await Promise.all(times(40).map((index) => send(crowd, index)));
  expect(await balanced(crowd)).toEqual(Object.fromEntries(four.map(({ id }) => [id, 10])));

  const pair = await desk.office((one) => times(2).map(() => one.hire()));
  for (const index of times(6)) await send(pair, index);
  const chosen = (await rows(pair)).map(({ participants }) => participants[0]);
  expect(chosen).toEqual([0, 1, 0, 1, 0, 1].map((index) => chosen[index]));
  expect(chosen[0]).not.toBe(chosen[1]);
});

it('never chooses somebody who has switched to unavailable before', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.hire({ actor: one.personas.alan });
  });
  const { linus, alan } = office.personas;
  for (const index of times(20)) {
    const [here, away] = index % 2 ? [linus, alan] : [alan, linus];
    office.set(here, { available: true });
    office.set(away, { available: false });
    const request_id = await send(office, index);
    expect((await seen(service, office, request_id)).participants).toEqual([here.id]);
  }
});

it('moves nobody when a limit is lowered, and brings nothing new', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { linus, alan, ada } = office.personas;
  office.hire({ actor: alan, available: false });
  const first = await send(office);
  await send(office);
  office.set(linus, { limit: 1 });
  await desk.copy(office);

  const third = await send(office);
  await desk.quiet();
  expect((await seen(service, office, first)).participants).toEqual([linus.id]);
  expect((await seen(service, office, third)).status).toBe(100);

  const place = (by: Actor) => service.as(by).addParticipant({ request_id: third, member: linus.id });
  expect(await place(alan)).toMatchObject({ status: 409, body: { code: 'capacity_reached', limit: 1, held: 2 } });
  expect(await place(linus)).toMatchObject({ status: 409, body: { code: 'capacity_reached' } });
  const placed = await place(ada);
  expect(placed).toMatchObject({ status: 200, body: { participants: [linus.id] } });
  const assigned = (await eventsOf(service, placed.body._id)).find(({ type }) => type === 'request.assigned');
  expect(assigned?.data.decision).toMatchObject({ over_capacity: true });
  expect(await balanced(office)).toEqual({ [linus.id]: 3 });
});

it('calls a request abandoned when everybody available has left it, until somebody new can take it', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.hire({ actor: one.personas.alan });
  });
  const { linus, alan } = office.personas;
  const request_id = await send(office);
  const people = new Map([linus, alan].map((one) => [one.id, one]));

  for (const left of times(2)) {
    const before = await eventually(async () => {
      const now = await seen(service, office, request_id);
      expect(now.participants).toHaveLength(1);
      return now;
    });
    const person = people.get(before.participants[0] ?? '') ?? linus;
    const answer = await service.as(person).removeParticipant({ request_id, participant_id: person.id });
    expect(answer.body).toMatchObject({ status: 100, participants: [] });
    expect(Object.keys((answer.body.attributes.abandoned_by_project_users ?? {}) as object)).toHaveLength(left + 1);
    await desk.quiet();
  }
  const abandoned = await seen(service, office, request_id);
  expect(abandoned).toMatchObject({ status: 150, attributes: { fully_abandoned: true } });

  const third = office.hire();
  await desk.copy(office);
  service.context.queue.wake(office.projectId);
  await desk.quiet();

  const taken = await seen(service, office, request_id);
  expect(taken).toMatchObject({ status: 200, participants: [third.id] });
  expect(taken.attributes).not.toHaveProperty('fully_abandoned');
  const events = await eventsOf(service, taken._id);
  expect(events.filter(({ type }) => type === 'request.abandoned')).toHaveLength(1);
});

it('waits, and is not abandoned, when nobody is available at all', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { linus } = office.personas;
  const request_id = await send(office);
  office.set(linus, { available: false });
  await service.as(linus).removeParticipant({ request_id, participant_id: linus.id });
  await desk.quiet();
  expect(await seen(service, office, request_id)).toMatchObject({ status: 100, participants: [] });
});

it('lets new requests wait outside operating hours and serves them oldest first when it opens', async () => {
  const office = await desk.office((one) => one.hire({ limit: 1 }));
  office.open = false;
  const ids = [await send(office), await send(office)];
  expect((await rows(office)).map(({ status }) => status)).toEqual([100, 100]);

  office.open = true;
  await service.runJob('sweepQueue');

  expect((await seen(service, office, ids[0] ?? '')).status).toBe(200);
  expect((await seen(service, office, ids[1] ?? '')).status).toBe(100);
});

it('routes from the copy while workspace is away, and says so', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  office.away = true;
  const request_id = await send(office);
  office.away = false;
  const request = await seen(service, office, request_id);
  expect(request.participants).toEqual([office.personas.linus.id]);
  const assigned = (await eventsOf(service, request._id)).find(({ type }) => type === 'request.assigned');
  expect(assigned?.data.decision).toMatchObject({ roster: 'copy' });
});

it('refuses a department that does not exist, and one that nobody can vouch for as what may come right', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { vera, linus } = office.personas;
  const request_id = await send(office);
  // Not in the copy yet.
  const sales = office.found({ name: 'Sales' })._id;
  const answers = async (departmentid: string) => [
    (await service.as(vera).sendMessage({ request_id: newRequestId(office.projectId), text: 'x', departmentid }))
      .status,
    (await service.as(linus).routeRequest({ request_id, departmentid })).status,
    (await service.as(linus).listDepartmentOperators({ department_id: departmentid })).status,
  ];
  office.away = true;
  expect([await answers(sales), await answers(newId())]).toEqual([
    [503, 503, 503],
    [503, 503, 503],
  ]);
  office.away = false;
  expect([await answers(newId()), await answers(sales)]).toEqual([
    [422, 422, 404],
    [200, 200, 200],
  ]);
});

it('knows of a department that was deleted while workspace is away, and asks for it no longer', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.found();
    one.found({ name: 'Sales' });
  });
  const { projectId, version } = office;
  const sales = office.departments.pop();
  const id = sales?._id ?? '';
  await service.context.copies.keepDepartment({ projectId, id, version, deleted: true, record: { _id: id } });
  const never = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
  office.held.push(...never.map(({ promise }) => promise));
  const opening = { request_id: newRequestId(projectId), text: 'x', departmentid: id };
  expect((await service.as(office.personas.vera).sendMessage(opening)).status).toBe(422);
  // One question of 300 ms, and none of 3 s.
  expect(office.held).toHaveLength(3);
  for (const { resolve } of never) resolve();
});

it('waits for a slow workspace where only that can tell of a department', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { vera } = office.personas;
  const sales = office.found({ name: 'Sales' })._id;
  const late = Promise.withResolvers<void>();
  office.held.push(late.promise);
  const request_id = newRequestId(office.projectId);
  const { status } = await service.as(vera).sendMessage({ request_id, text: 'x', departmentid: sales });
  late.resolve();
  expect(status).toBe(200);
  expect((await seen(service, office, request_id)).department).toMatchObject({ name: 'Sales' });
});

it('keeps to the hours it has heard of while workspace is away', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  office.opensAt = new Date(Date.now() + 3_600_000);
  await send(office);
  office.away = true;
  const request_id = await send(office);
  expect(await seen(service, office, request_id)).toMatchObject({ status: 100, participants: [] });
});

it('gives nobody back what he has left, though the request has no department, or its own is gone', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.hire({ actor: one.personas.alan });
    one.found();
    one.found({ name: 'Sales' });
  });
  const { linus, alan, ada, vera } = office.personas;
  const [, sales] = office.departments;
  const bare = newRequestId(office.projectId);
  await service.as(ada).createRequest({ request_id: bare, first_text: 'x', participants: [linus.id] });
  const sold = newRequestId(office.projectId);
  await service.as(vera).sendMessage({ request_id: sold, text: 'x', departmentid: sales?._id });
  await service.as(linus).setParticipants({ request_id: sold }, { body: [linus.id] });
  office.departments.pop();

  for (const request_id of [bare, sold]) {
    await service.as(linus).removeParticipant({ request_id, participant_id: linus.id });
    await service.settled();
    expect((await seen(service, office, request_id)).participants).toEqual([alan.id]);
  }
  expect((await seen(service, office, bare)).department).toBeUndefined();
  expect((await seen(service, office, sold)).department?._id).toBe(sales?._id);
});

it('leaves a talk that begins with a hidden message to the person who has taken it meanwhile', async () => {
  const office = await desk.office((one) => one.hire({ actor: one.personas.linus }));
  const { vera, grace } = office.personas;
  const request_id = newRequestId(office.projectId);
  const hidden = await service.as(vera).sendMessage({ request_id, text: '/start', attributes: { subtype: 'info' } });
  expect(hidden.body.request).toMatchObject({ status: 50, preflight: true });
  await service.as(grace).addParticipant({ request_id, member: grace.id });

  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  expect(await seen(service, office, request_id)).toMatchObject({
    preflight: false,
    first_text: 'Hello',
    participants: [grace.id],
  });
});

it('leaves pooled requests to whoever claims them', async () => {
  const office = await desk.office((one) => {
    one.hire({ actor: one.personas.linus });
    one.found({ routing: 'pooled' });
  });
  const request_id = await send(office);
  await desk.quiet();
  expect(await seen(service, office, request_id)).toMatchObject({ status: 100, participants: [] });
});

it('remembers every decision: the winner held least among those who could', async () => {
  const office = await desk.office((one) => times(3).map(() => one.hire()));
  const ids = [];
  for (const index of times(5)) ids.push(await send(office, index));
  for (const request_id of ids) {
    const { body } = await service.as(office.personas.ada).listRequestHistory({ request_id });
    const decision = body.find(({ event }) => event === 'request.assigned')?.decision;
    const eligible = decision?.candidates?.filter((one) => one.eligible) ?? [];
    const winner = eligible.find((one) => one.id_user === decision?.winner);
    expect(winner?.held).toBe(Math.min(...eligible.map((one) => one.held)));
  }
});
