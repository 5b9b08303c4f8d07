import { type MessageView, messageCreated, requestCreated } from '@parley/contracts';
import { newId } from '@parley/service-kit/call';
import { actor, amountOf } from '@parley/testkit';

import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { seatsOf, seen } from '../../test/seen.ts';
import { newRequestId } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let replicas: ConversationsService[];
let service: ConversationsService;

beforeAll(async () => {
  replicas = [await harness.start(), await harness.start(), await harness.start()];
  [service = harness.first] = replicas;
});
afterAll(() => harness.stop());

const nth = (index: number): ConversationsService => replicas[index % replicas.length] ?? service;
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

const rounds = times(amountOf({ quick: 1, soak: 10 }));
it.each(rounds)('creates one request from 200 concurrent first messages over three replicas (round %i)', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera } = project.personas;
  const request_id = newRequestId(project.projectId);

  const answers = await Promise.all(
    times(200).map((index) =>
      nth(index)
        .as(vera)
        .sendMessage({ request_id, text: `${index}` }),
    ),
  );

  expect(answers.map(({ status }) => status)).toEqual(times(200).map(() => 200));
  expect(answers.map(({ body }) => body.seq).sort((a, b) => a - b)).toEqual(times(200).map((index) => index + 1));
  const { body: list } = await service.as(vera).listMessages({ request_id });
  expect(list.map(({ seq }) => seq)).toEqual(times(200).map((index) => index + 1));
  expect(list.map(({ createdAt }) => createdAt)).toEqual(list.map(({ createdAt }) => createdAt).sort());
  const request = await seen(service, project, request_id);
  expect(request.first_text).toBe(list[0]?.text);
  const created = await service.outbox(requestCreated, project.projectId);
  expect(created).toHaveLength(1);
  const { counted, recount } = await seatsOf(service, project.projectId);
  expect(counted).toEqual(recount);
});

it('creates one request in 200 concurrent creations, and returns it to all others', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const request_id = newRequestId(project.projectId);
  const { ada } = project.personas;

  const answers = await Promise.all(
    times(200).map((index) =>
      nth(index)
        .as(ada)
        .createRequest({ request_id, first_text: `${index}` }),
    ),
  );

  const made = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 409);
  expect([made.length, refused.length]).toEqual([1, 199]);
  expect(
    new Set(refused.map(({ body }) => JSON.stringify([body.code, (body as { conflict?: string }).conflict]))),
  ).toEqual(new Set([JSON.stringify(['request_exists', made[0]?.body._id])]));
});

it('keeps one order for every reader when fifty people write at once', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, ada } = project.personas;
  const request_id = newRequestId(project.projectId);
  await service.as(vera).sendMessage({ request_id, text: 'Hello' });
  const people = times(50).map((index) => (index % 2 ? vera : ada));
  const each = amountOf({ quick: 4, soak: 10 });

  await Promise.all(
    people.map(async (person, index) => {
      for (const round of times(each)) {
        const { status } = await nth(index + round)
          .as(person)
          .sendMessage({ request_id, text: `${index} ${round}` });
        expect(status).toBe(200);
      }
    }),
  );

  const byVera: MessageView[] = [];
  for (let after = 0; ; ) {
    const { body } = await service.as(vera).listMessages({ request_id, after: String(after), limit: '200' });
    byVera.push(...body);
    after = body.at(-1)?.seq ?? 0;
    if (body.length < 200) break;
  }
  expect(byVera.map(({ seq }) => seq)).toEqual(times(50 * each + 1).map((index) => index + 1));
  const announced = await service.outbox(messageCreated, project.projectId);
  expect(announced.map(({ data }) => data.message._id)).toEqual(byVera.map(({ _id }) => _id));
});

it('refuses an end user whose first message comes after that of another requester', async () => {
  const project = await harness.project();
  const request_id = newRequestId(project.projectId);
  const guests = times(10).map((index) =>
    actor({ kind: 'guest', role: 'guest', projectId: project.projectId, id: `guest-${index}`, teammateId: newId() }),
  );

  const answers = await Promise.all(
    guests.map((guest, index) => nth(index).as(guest).sendMessage({ request_id, text: 'mine' })),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ body }) => body.code === 'request_not_visible')).toHaveLength(9);
});

it('gives every request its own ticket', async () => {
  const project = await harness.project();
  const { ada } = project.personas;
  const answers = await Promise.all(times(100).map((index) => nth(index).as(ada).createRequest({ first_text: 'x' })));
  const tickets = answers.map(({ body }) => Number((body as { ticket_id: string }).ticket_id));
  expect(new Set(tickets).size).toBe(100);
  const { body } = await service.as(ada).createRequest({ first_text: 'last' });
  expect(Number((body as { ticket_id: string }).ticket_id)).toBeGreaterThan(Math.max(...tickets));
});

it('answers a send with what other replicas have changed meanwhile, including records of other services', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const { vera, linus, ada } = project.personas;
  const request_id = newRequestId(project.projectId);
  const send = async (index: number) => (await nth(index).as(ada).sendMessage({ request_id, text: 'x' })).body.request;
  await nth(0).as(vera).sendMessage({ request_id, text: 'Hello' });
  await send(0);
  await send(1);

  await nth(2).as(linus).addNote({ request_id, text: 'careful' });
  expect([await send(0), await send(1)]).toMatchObject([
    { notes: [{ text: 'careful' }] },
    { notes: [{ text: 'careful' }] },
  ]);

  project.members.set(linus.id, { actor: { ...linus, name: 'Linus Torvalds' }, available: true, groups: [] });
  await harness.syncReadModels(project);
  // As the event of a renamed lead would.
  await service.db.query(
    `update copy_lead set version = version + 1, record = record || '{"fullname":"Vera Rubin"}'
      where id_project = $1 and lead_id = $2`,
    [project.projectId, vera.id],
  );
  for (const index of [0, 1]) {
    expect(await send(index)).toMatchObject({
      participatingAgents: [{ lastname: 'Torvalds' }],
      lead: { fullname: 'Vera Rubin' },
    });
  }

  await nth(1).as(linus).closeRequest({ request_id });
  expect(await send(0)).toMatchObject({ status: 1000, closed_by: linus.id });
});
