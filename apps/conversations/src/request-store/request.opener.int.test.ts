import { type Actor, requestAssigned } from '@parley/contracts';

import { CountedReads } from '../../test/counted-reads.ts';
import { ConversationsHarness, type ConversationsService } from '../../test/harness.ts';
import { seatsOf, seen } from '../../test/seen.ts';
import { newRequestId, type TestProject } from '../../test/test-project.ts';

const harness = new ConversationsHarness();
let service: ConversationsService;
let other: ConversationsService;
let views: CountedReads;
let stores: CountedReads;

beforeAll(async () => {
  service = await harness.start();
  other = await harness.start();
  views = new CountedReads(service.db, 'opening_view');
  stores = new CountedReads(service.db, 'store_openings');
});
afterAll(() => harness.stop());
beforeEach(() => {
  views.after = async () => undefined;
});

async function send(
  replica: ConversationsService,
  project: TestProject,
  headers = {},
  by = project.personas.vera,
  request_id = newRequestId(project.projectId),
) {
  const answer = await replica.as(by).sendMessage({ request_id, text: 'Hello' }, { headers });
  expect(answer.status).toBe(200);
  return request_id;
}

/** Once, before the first replica acts on what it has read, the other one opens a request. */
function overtake(project: TestProject, request_id?: string): void {
  views.after = async () => {
    views.after = async () => undefined;
    await send(other, project, {}, project.personas.ada, request_id);
  };
}

const balanced = async ({ projectId }: TestProject) => {
  const { counted, recount } = await seatsOf(service, projectId);
  expect(counted).toEqual(recount);
  return counted;
};

it.each([
  ['by itself', {}],
  ['in a wider transaction', { 'idempotency-key': 'opener' }],
])('takes no seat that another replica has taken since it looked, %s', async (_how, headers) => {
  const hired: Actor[] = [];
  const project = await harness.project((one) => hired.push(one.addMember({ limit: 1 })));
  overtake(project);

  const { result: request_id, statements } = await views.of(() => send(service, project, headers));

  expect(statements).toBe(2);
  expect(await seen(service, project, request_id)).toMatchObject({ status: 100, participants: [] });
  expect(await balanced(project)).toEqual({ [hired[0]?.id ?? '']: 1 });
});

it('chooses again when another replica has chosen the same person since it looked, whatever the limit', async () => {
  const project = await harness.project((one) => [one.addMember(), one.addMember()]);
  overtake(project);

  const request_id = await send(service, project);

  expect(Object.values(await balanced(project))).toEqual([1, 1]);
  const { participants } = await seen(service, project, request_id);
  const events = await service.outbox(requestAssigned);
  const own = events.find(({ data }) => data.request.request_id === request_id);
  expect(own?.data.assigneeId).toBe(participants?.[0]);
  expect(own?.data.decision?.candidates?.flatMap(({ eligible, held }) => (eligible ? held : []))).toEqual([0, 1]);
});

it('opens those that come together on few readings, each once and for the person who then holds least', async () => {
  const project = await harness.project((one) => [one.addMember(), one.addMember(), one.addMember({ limit: 1 })]);
  const waiting = Promise.withResolvers<void>();
  views.before = () => waiting.promise;
  const first = send(service, project);
  const together = Array.from({ length: 9 }, () => send(service, project));
  const { statements } = await views.of(async () => {
    waiting.resolve();
    await Promise.all([first, ...together]);
  });
  views.before = async () => undefined;

  expect(statements).toBeLessThan(10);
  expect(Object.values(await balanced(project)).sort()).toEqual([1, 4, 5]);
});

const newIds = ({ projectId }: TestProject, count: number) =>
  Array.from({ length: count }, () => newRequestId(projectId));

/** Opens requests that are decided on one reading; each text is the first text of one. */
async function openTogether(project: TestProject, ids: readonly string[], texts: readonly string[] = []) {
  const { openings, requests, senders } = service.context;
  const { vera: actor } = project.personas;
  const input = { id_project: project.projectId };
  const sender = await senders.of(actor, input);
  const prepared = ids.map((requestId, nth) =>
    openings.prepare(actor, sender, input, {
      ...{ requestId, firstText: texts[nth] ?? 'Hello', attributes: {}, preflight: false, parked: false },
      ...{ smartAssignment: undefined, workingStatus: null, imported: null },
    }),
  );
  const create = (one: Awaited<(typeof prepared)[number]>) => requests.create(actor, one, (facts) => one.open(facts));
  return Promise.allSettled((await Promise.all(prepared)).map(create));
}

it('stores those that are decided together by one statement', async () => {
  const project = await harness.project((one) => one.addMember());
  await send(service, project);

  const { statements } = await stores.of(() => openTogether(project, newIds(project, 9)));

  expect(statements).toBe(1);
  expect(Object.values(await balanced(project))).toEqual([10]);
});

it('stores the others when another replica has taken the seat of one', async () => {
  const project = await harness.project((one) => [one.addMember({ limit: 1 }), one.addMember({ limit: 1 })]);
  const ids = newIds(project, 2);
  overtake(project);

  await openTogether(project, ids);

  expect(Object.values(await balanced(project))).toEqual([1, 1]);
  const requests = await Promise.all(ids.map((id) => seen(service, project, id)));
  expect(requests.map(({ participants = [] }) => participants.length).sort()).toEqual([0, 1]);
});

it('stores the others when another replica has opened the request of one', async () => {
  const project = await harness.project((one) => one.addMember());
  const ids = newIds(project, 3);
  overtake(project, ids[1]);

  const opened = await openTogether(project, ids);

  expect(opened.map((one) => one.status === 'fulfilled' && one.value?.request.requestId)).toEqual([
    ids[0],
    undefined,
    ids[2],
  ]);
  expect(Object.values(await balanced(project))).toEqual([3]);
});

it('fails no request for the data of another one', async () => {
  const project = await harness.project((one) => one.addMember());
  // So that no copy has to be read in between.
  await send(service, project);

  const opened = await openTogether(project, newIds(project, 2), ['no text of PostgreSQL: \0', 'Hello']);

  expect(opened.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(Object.values(await balanced(project))).toEqual([2]);
});

it('lets an agent open a request and ask for a human in the same breath', async () => {
  const project = await harness.project();
  const { alan } = project.personas;
  const request_id = newRequestId(project.projectId);
  const { status, body } = await service.as(alan).sendMessage({ request_id, text: 'Hello\n\\agent' });
  expect([status, body.request?.status]).toEqual([200, 100]);
});

it('shows the department and the agent of the read models as soon as these have them', async () => {
  const project = await harness.project((one) => one.addMember({ actor: one.personas.linus }));
  const [department] = project.departments;
  const shown = async () => {
    const { participatingAgents, department: of } = await seen(service, project, await send(service, project));
    return [participatingAgents?.map(({ firstname }) => firstname), of && Reflect.get(Object(of), 'name')];
  };
  const before = await shown();
  expect(await shown()).toEqual(before);

  Object.assign(department ?? {}, { name: 'Sales' });
  project.setMember(project.personas.linus, { actor: { ...project.personas.linus, name: 'Carl Linnaeus' } });
  await harness.syncReadModels(project);

  const known = await service.outbox(requestAssigned);
  expect(await shown()).toEqual([['Carl'], 'Sales']);
  const announced = (await service.outbox(requestAssigned)).slice(known.length);
  expect(announced.map(({ data }) => data.assigneeName)).toEqual(['Carl Linnaeus']);
});
